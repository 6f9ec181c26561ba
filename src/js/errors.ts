// Messages: "invalid PARAMETER: VALUE (ALLOWED)". The WebAssembly module checks numbers; here only JavaScript types are.

/** The name of a built-in class ('Float32Array', 'SharedArrayBuffer'), also for an object of another realm. */
export const classOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

/** A value as text. Never runs code of the value's own. */
export function show(value: unknown): string {
  if (typeof value === 'string') return `'${value.length > 60 ? `${value.slice(0, 60)}...` : value}'`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  return arrayClass(value) ?? 'an object';
}

/** Array for an array, the class of a typed array, undefined for anything else, a proxy of a typed array too. */
export function arrayClass(value: unknown): string | undefined {
  return typedArrayClass.call(value) ?? (isArray(value) ? 'Array' : undefined);
}

/** %TypedArray%.prototype, out of reach of subclasses. */
export const typedArray = Object.getPrototypeOf(Uint8Array.prototype);

/** How to ask a typed array of itself, so that neither other realms nor properties that a caller may have added confuse. */
export const getterOf = <T>(name: string | symbol) =>
  Object.getOwnPropertyDescriptor(typedArray, name)?.get as (this: unknown) => T;

const typedArrayClass = getterOf<string | undefined>(Symbol.toStringTag);

function isArray(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false; // a revoked proxy
  }
}

const text = (parameter: string, value: unknown, allowed: string) =>
  `invalid ${parameter}: ${show(value)} (${allowed})`;

export const wrongType = (parameter: string, value: unknown, allowed: string): TypeError =>
  new TypeError(text(parameter, value, allowed));

export const wrongValue = (parameter: string, value: unknown, allowed: string): RangeError =>
  new RangeError(text(parameter, value, allowed));
