// Encodings that the library itself describes.

/** Freezes an encoding throughout, without the fields that nobody gave. */
export function frozen<T extends object>(value: T): T {
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) delete value[key as keyof T];
    else if (typeof part === 'object') frozen(part);
  }
  return Object.freeze(value);
}
