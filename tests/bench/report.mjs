// The machine, and one table of figures with the aims beside them.
import { cpus, loadavg } from 'node:os';

const number = (value) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

export function machine() {
  const [{ model }, ...others] = cpus();
  const load = loadavg()[0].toFixed(1);
  return `${model}, ${others.length + 1} cores, load ${load}; node ${process.version}, V8 ${process.versions.v8}`;
}

export function newReport() {
  const rows = [];
  const put = (name, value, aim, met, detail = '') => rows.push({ name, value, aim, met, detail });
  return {
    number,
    /** How many times as fast; the aim is a least value. */
    ratio: (name, value, aim, { detail } = {}) =>
      put(name, number(value), aim && `>= ${number(aim)}`, aim && value >= aim, detail),
    /** A time; the aim is a greatest value. */
    time: (name, value, unit, aim, { detail } = {}) =>
      put(name, `${number(value)} ${unit}`, aim && `<= ${aim} ${unit}`, aim && value <= aim, detail),

    print() {
      const widths = ['name', 'value', 'aim'].map((key) => Math.max(...rows.map((row) => (row[key] ?? '').length)));
      for (const { name, value, aim = '', met, detail } of rows) {
        const verdict = aim === '' ? '      ' : met ? 'met   ' : 'MISSED';
        const columns = [name.padEnd(widths[0]), value.padStart(widths[1]), aim.padEnd(widths[2]), verdict, detail];
        console.log(columns.join('  ').trimEnd());
      }
      const aimed = rows.filter(({ aim }) => aim);
      console.log(`${aimed.filter(({ met }) => met).length} of ${aimed.length} aims met`);
    },
  };
}
