// A fresh process: milliseconds to import the package, and from createPosenc() to the first value.
const start = performance.now();
const { createPosenc } = await import('posenc');
const imported = performance.now();
const processor = process.cpuUsage();
const posenc = await createPosenc();
const { data } = posenc.encode({ dim: 512 }, 1);
const end = performance.now();
const { user, system } = process.cpuUsage(processor);
if (data[1] !== 1) throw new Error(`the first value is ${data[1]}`);
console.log(JSON.stringify({ import: imported - start, create: end - imported, processor: (user + system) / 1000 }));
