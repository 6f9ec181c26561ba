// The package: tables, lists and formats into ready arrays, against JavaScript's own loops.
import * as loops from './loops.mjs';
import { race } from './measure.mjs';

const WIDTH = 1024;
const LIST_WIDTH = 512;
const LIST_LENGTH = 2048;

export function tables(posenc, quick, report) {
  const encoding = { dim: WIDTH };
  const frequency = loops.frequencies(WIDTH);
  for (const mebibytes of [1, 16, 128]) {
    const rows = mebibytes * 256;
    const into = new Float32Array(rows * WIDTH);
    let value = 0;
    const time = race(
      {
        encode: () => posenc.encode(encoding, rows, { into }),
        javascript: () => loops.writeTable(frequency, rows, into),
        fill: () => into.fill(++value),
      },
      { quick, budget: 6 },
    );
    const name = `encode into, ${mebibytes} MiB`;
    report.ratio(`${name}: / JavaScript loop`, time.javascript / time.encode, 18, {
      detail: `${report.number(mebibytes / 1024 / time.encode)} GiB/s`,
    });
    report.ratio(`${name}: / Float32Array.fill`, time.fill / time.encode, mebibytes === 128 ? 0.55 : undefined);
  }
}

export function lists(posenc, quick, report) {
  const encoding = { dim: LIST_WIDTH };
  const frequency = loops.frequencies(LIST_WIDTH);
  const into = new Float32Array(LIST_LENGTH * LIST_WIDTH);
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const list = (position) => Float64Array.from({ length: LIST_LENGTH }, position);
  const kinds = [
    ['whole below 2000', list(() => Math.floor(random() * 2000)), 3],
    ['fractional below 2000', list(() => random() * 2000), 3],
    ['Unix timestamps', list(() => 1.7e9 + random() * 1e6), 18],
  ];
  for (const [name, positions, aim] of kinds) {
    const time = race(
      {
        encode: () => posenc.encode(encoding, positions, { into }),
        javascript: () => loops.writeList(frequency, positions, into),
      },
      { quick },
    );
    report.ratio(`list, ${name}: / JavaScript loop`, time.javascript / time.encode, aim, {
      detail: `${report.number(into.byteLength / 2 ** 30 / time.encode)} GiB/s`,
    });
  }
}

export function formats(posenc, quick, report) {
  const rows = 1024;
  const count = rows * WIDTH;
  const arrays = {
    float32: new Float32Array(count),
    float64: new Float64Array(count),
    float16: new Uint16Array(count),
    bfloat16: new Uint16Array(count),
  };
  const contenders = Object.entries(arrays).map(([dtype, into]) => [
    dtype,
    () => posenc.encode({ dim: WIDTH }, rows, { dtype, into }),
  ]);
  const time = race(Object.fromEntries(contenders), { quick });
  for (const dtype of ['float64', 'float16', 'bfloat16']) {
    const aim = dtype === 'float64' ? undefined : 1;
    report.ratio(`${dtype} values a second / float32`, time.float32 / time[dtype], aim);
  }
}

/** Queries or keys from a JavaScript array and back, tables included, against a loop over ready tables. */
export function rotations(posenc, quick, report) {
  const [heads, rows, dim] = [32, 2048, 128];
  const x = new Float32Array(heads * rows * dim).fill(0.5);
  const shapes = { adjacent: [heads, rows, dim], half: [heads, rows, dim], 'half, heads inside': [rows, heads, dim] };
  const { cos, sin } = posenc.rotary({ dim }, rows);
  const contenders = Object.entries(shapes).map(([name, shape]) => [
    name,
    () =>
      posenc.rotate({ dim, pairing: name === 'adjacent' ? 'adjacent' : 'half' }, rows, x, {
        shape,
        sequenceAxis: shape.indexOf(rows),
      }),
  ]);
  const javascript = () => loops.rotate(x, cos.data, sin.data, heads, rows, dim);
  const time = race({ ...Object.fromEntries(contenders), javascript }, { quick, budget: 6 });
  for (const name of Object.keys(shapes)) {
    report.ratio(`rotate ${name}: / JavaScript loop`, time.javascript / time[name], 2, {
      detail: `${report.number(time[name] * 1000)} ms`,
    });
  }
}
