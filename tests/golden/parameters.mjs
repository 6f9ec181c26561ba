// Parameters of a golden case: each source declares what it knows, and whatever else stands in a file is unsupported.

/** What a file asks for and we cannot do. It is reported, never guessed at. */
export class Unsupported extends Error {}

const show = (value) => JSON.stringify(value)?.slice(0, 80) ?? String(value);

/** A kind of parameter: `read` gives the value or undefined if it is none. */
const kind = (text, read) => ({ text, read });

export const whole = (least, most = Number.MAX_SAFE_INTEGER) =>
  kind(`a whole number from ${least} to ${most}`, (value) =>
    Number.isSafeInteger(value) && value >= least && value <= most ? value : undefined,
  );

export const evenWhole = (least, most) =>
  kind(`an even number from ${least} to ${most}`, (value) =>
    Number.isSafeInteger(value) && value % 2 === 0 && value >= least && value <= most ? value : undefined,
  );

/** A multiple of a number, by default from that number on. */
export const multipleOf = (factor, most, least = factor) =>
  kind(`a multiple of ${factor} from ${least} to ${most}`, (value) =>
    Number.isSafeInteger(value) && value % factor === 0 && value >= least && value <= most ? value : undefined,
  );

export const finite = (least, most) =>
  kind(`a number from ${least} to ${most}`, (value) =>
    typeof value === 'number' && value >= least && value <= most ? value : undefined,
  );

export const oneOf = (...values) =>
  kind(values.map(show).join(' or '), (value) => (values.includes(value) ? value : undefined));

/** A number, or one written out in decimal, which must be a double or the double's shortest form. */
export const decimal = (most) =>
  kind('a decimal that is a double', (text) => {
    if (typeof text === 'number') return Math.abs(text) <= most ? text : undefined;
    const value = Number(text);
    if (typeof text !== 'string' || text.trim() === '' || !(Math.abs(value) <= most)) return undefined;
    if (/^-?\d+$/.test(text)) return BigInt(text) === BigInt(value) ? value : undefined;
    // Up to 17 digits name a double; more would be a number that we would have to round.
    return text.replace(/[eE].*$|[-.]/g, '').replace(/^0+/, '').length <= 17 ? value : undefined;
  });

export const boolean = oneOf(true, false);

/** What changes no value: it may stand there, and is not handed on. */
export const ignored = (item) => ({ ...item, optional: true, ignored: true });

const text = kind('a text', (value) => (typeof value === 'string' ? value : undefined));

/** A remark. */
export const remark = ignored(text);

/** Either of two kinds. */
export const either = (a, b) =>
  kind(`${a.text}, or ${b.text}`, (value) => {
    const first = a.read(value);
    return first === undefined ? b.read(value) : first;
  });

/** An object whose keys are declared like parameters. */
export const record = (declared) =>
  kind('an object', (value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? readParameters('parameter', declared, value)
      : undefined,
  );

/** A list of so many items. */
export const tuple = (count, item) => {
  const list = listOf(item);
  return kind(`${count} of: ${item.text}`, (values) => (values?.length === count ? list.read(values) : undefined));
};

export const listOf = (item) =>
  kind(`a list of: ${item.text}`, (values) => {
    if (!Array.isArray(values)) return undefined;
    const read = values.map(item.read);
    return read.includes(undefined) ? undefined : read;
  });

/** An input: an entry of the file with one of these dtypes, as { shape, dtype, values }. */
export const tensor = (...dtypes) =>
  kind(`a whole tensor of ${dtypes.join(' or ')}`, (entry) =>
    dtypes.includes(entry.dtype) && entry.indices === undefined ? entry : undefined,
  );

/** May be absent, which means what the original's signature says. */
export const optional = (item, fallback) => ({ ...item, fallback, optional: true });

/** May be null, as None is written. */
export const nullable = (item) => kind(`${item.text} or null`, (value) => (value === null ? null : item.read(value)));

/** Number formats as PyTorch names them. */
export const tensorTypes = {
  'torch.float16': 'float16',
  'torch.bfloat16': 'bfloat16',
  'torch.float32': 'float32',
  'torch.float64': 'float64',
};

/** Largest position in size. */
export const FARTHEST = 2 ** 53;
/** Widest row. */
export const WIDEST = 65536;

/**
 * Reads parameters as declared. The result remembers what was used: see `unused`.
 * @param {string} what 'parameter' or 'input', for messages
 */
export function readParameters(what, declared, given) {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) throw new Unsupported(`no ${what}s object`);
  for (const key of Object.keys(given)) {
    if (!Object.hasOwn(declared, key)) throw new Unsupported(`unknown ${what}: ${key}`);
  }
  const values = {};
  for (const [key, item] of Object.entries(declared)) {
    if (!Object.hasOwn(given, key)) {
      if (!item.optional) throw new Unsupported(`missing ${what}: ${key}`);
      if (!item.ignored) values[key] = item.fallback;
      continue;
    }
    const value = item.read(given[key]);
    if (!item.ignored) values[key] = value;
    if (value === undefined) throw new Unsupported(`${what} ${key}: ${show(given[key])} (${item.text})`);
  }
  return values;
}

/** Notes which keys are read, so that a mapping that ignores a parameter which it declares is found out. */
export function watch(values) {
  const read = new Set();
  const watched = new Proxy(values, {
    get(target, key) {
      read.add(key);
      return target[key];
    },
  });
  return { watched, unread: () => Object.keys(values).filter((key) => !read.has(key)) };
}
