/** Uniform random numbers, 0 ≤ n < 1, the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

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
