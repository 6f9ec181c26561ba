// Encodings that the library itself describes.

/**
 * Freezes an encoding throughout, without the fields that nobody gave. What cannot be part of one is left for the function
 * that takes the encoding, which names it.
 */
export function frozen<T extends object>(value: T): T {
  for (const [key, part] of Object.entries(value)) {
    if (part === undefined) delete value[key as keyof T];
    else if (part && typeof part === 'object' && !ArrayBuffer.isView(part)) frozen(part);
  }
  return Object.freeze(value);
}
