import { createRandom } from '@cellwright/geometry';

const tableSize = 1 << 16;
let table: Float32Array | undefined;

/** Table of 65536 numbers of a normal distribution, from a fixed seed: a sensor draws from it at random. */
export function normalTable(): Float32Array {
  table ??= fillTable();
  return table;
}

function fillTable(): Float32Array {
  const values = new Float32Array(tableSize);
  const random = createRandom(1);
  for (let index = 0; index < tableSize; index += 2) {
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    values[index] = radius * Math.cos(angle);
    values[index + 1] = radius * Math.sin(angle);
  }
  return values;
}
