// The command line as data: commands, their options, and the help that follows from both.

export interface Option {
  readonly type: 'string' | 'boolean';
  /** What stands for the value in the help. */
  readonly value?: string;
  readonly text: string;
  readonly short?: string;
  readonly multiple?: boolean;
}

const options = <T extends Record<string, Option>>(list: T): T => list;

/** The fields of a sinusoidal encoding; names of options are theirs with hyphens. */
export const ENCODING = options({
  dim: { type: 'string', value: 'N', text: 'width of a row (d_model), or the rotary dimension' },
  base: { type: 'string', value: 'X', text: 'base of the wavelengths, default 10000' },
  spacing: { type: 'string', value: 'LAW', text: 'paper (default), endpoint, shifted or linear' },
  shift: { type: 'string', value: 'X', text: "with spacing 'shifted'" },
  unit: { type: 'string', value: 'UNIT', text: 'radian (default), half-turn or turn' },
  layout: { type: 'string', value: 'LAYOUT', text: 'interleaved (default) or halves' },
  order: { type: 'string', value: 'ORDER', text: 'sin-cos (default) or cos-sin' },
  odd: { type: 'string', value: 'RULE', text: 'odd widths: truncate (default), truncate-next, zero or error' },
  origin: { type: 'string', value: 'X', text: 'added to every position' },
  scale: { type: 'string', value: 'X', text: 'multiplies every angle' },
  'value-scale': { type: 'string', value: 'X', text: 'multiplies every value' },
  padding: { type: 'string', value: 'P', text: 'the position whose row is 0' },
  pairing: { type: 'string', value: 'PAIRS', text: 'channels of a pair in a rotation: adjacent (default) or half' },
  preset: {
    type: 'string',
    value: 'NAME',
    text: 'an encoding by name, such as pytorch or whisper; its first argument is --dim',
  },
  set: { type: 'string', value: 'KEY=VALUE', multiple: true, text: 'an option of the preset; may be repeated' },
  encoding: { type: 'string', value: 'JSON', text: 'a whole encoding as JSON, or @FILE with it' },
});

const POSITIONS = options({
  count: { type: 'string', value: 'N', text: 'how many positions' },
  start: { type: 'string', value: 'X', text: 'first position, default 0' },
  step: { type: 'string', value: 'X', text: 'from one position to the next, default 1' },
  positions: {
    type: 'string',
    value: 'LIST',
    text: 'positions such as 0,1,2.5, or a file of them: .npy, or numbers as text; - is the standard input',
  },
  grid: { type: 'string', value: 'HxW', text: 'all cells of a grid, such as 14x14, for an encoding of a grid' },
});

const OUTPUT = options({
  out: { type: 'string', value: 'FILE', short: 'o', text: 'where to write; - is the standard output' },
  format: { type: 'string', value: 'FORMAT', text: "npy, safetensors or raw; else by the file's extension" },
  dtype: { type: 'string', value: 'DTYPE', text: 'float32 (default), float64, float16 or bfloat16' },
  force: { type: 'boolean', short: 'f', text: 'overwrite a file that exists' },
  progress: { type: 'boolean', text: 'report progress though the standard error is no terminal' },
  quiet: { type: 'boolean', short: 'q', text: 'report no progress' },
});

const COMMON = options({
  help: { type: 'boolean', short: 'h', text: 'this help' },
});

export interface Command {
  readonly summary: string;
  readonly usage: string;
  readonly details: string;
  readonly operands: number;
  readonly options: { readonly [name: string]: Option };
}

export const COMMANDS: { readonly [name: string]: Command } = {
  encode: {
    summary: 'write the table of an encoding',
    usage: 'posenc encode --dim N --count N --out FILE [options]',
    details: `Writes [positions, dim] values, of any size in constant memory.

  posenc encode --dim 512 --count 2048 --out table.npy
  posenc encode --preset whisper --dim 384 --count 1500 --dtype float16 --out table.safetensors
  posenc encode --dim 8 --positions 0,0.5,1.7e9 --format raw --out - | xxd`,
    operands: 0,
    options: { ...ENCODING, ...POSITIONS, ...OUTPUT, ...COMMON },
  },
  rotary: {
    summary: 'write the cosines and sines of a rotary encoding',
    usage: 'posenc rotary --dim N --count N --out FILE [options]',
    details: `Writes two tables, cos and sin: NAME.cos.npy and NAME.sin.npy for --out NAME.npy, or both in one .safetensors.

  posenc rotary --dim 128 --base 500000 --count 8192 --out rope.safetensors`,
    operands: 0,
    options: {
      form: { type: 'string', value: 'FORM', text: 'half-width (default, dim/2 columns) or full' },
      ...ENCODING,
      ...POSITIONS,
      ...OUTPUT,
      ...COMMON,
    },
  },
  identify: {
    summary: 'tell which convention a table is of',
    usage: 'posenc identify FILE [options]',
    details: `Reads a .npy or .safetensors file (- is the standard input) and names the nearest conventions.

  posenc identify table.npy`,
    operands: 1,
    options: {
      tensor: { type: 'string', value: 'NAME', text: 'which table of a .safetensors file' },
      shape: {
        type: 'string',
        value: 'HxWxD',
        text: "the table's shape, if it is not the file's: 14x14x768 for a grid",
      },
      json: { type: 'boolean', text: 'print the result as JSON' },
      ...COMMON,
    },
  },
  config: {
    summary: "tell which encodings a Hugging Face model's config.json describes",
    usage: 'posenc config FILE',
    details: `Prints JSON: encodings by layer type, each as --encoding takes it. - is the standard input.

  posenc config config.json | jq .default > rope.json
  posenc rotary --encoding @rope.json --count 8192 --out rope.safetensors`,
    operands: 1,
    options: { ...COMMON },
  },
};

export const STANDARD = options({ ...COMMON, version: { type: 'boolean', text: 'the version' } });

const list = (entries: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...entries.map(([name]) => name.length)) + 2;
  return entries.map(([name, text]) => `  ${name.padEnd(width)}${text}`).join('\n');
};

const optionList = (all: { readonly [name: string]: Option }): string =>
  list(
    Object.entries(all).map(([name, { short, value, text }]) => [
      `${short ? `-${short}, ` : '    '}--${name}${value ? ` ${value}` : ''}`,
      text,
    ]),
  );

export function help(name?: string): string {
  const command = name === undefined ? undefined : COMMANDS[name];
  if (command) return `Usage: ${command.usage}\n\n${command.details}\n\nOptions:\n${optionList(command.options)}\n`;
  return `Usage: posenc COMMAND [options]

Positional encodings for Transformers: exact tables in files.

Commands:
${list(Object.entries(COMMANDS).map(([command, { summary }]) => [command, summary]))}

Options:
${optionList(STANDARD)}

'posenc COMMAND --help' has more. The exit status is 0 if all is well, 1 for a failure, 2 for a wrong command line.
`;
}
