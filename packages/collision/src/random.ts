/** A small, fast generator of repeatable random numbers (xoshiro128**, Blackman and Vigna 2018). */
export interface Random {
  /** Returns the next number in [0, 1). */
  next(): number;
}

/** Spreads a seed over the generator's state (splitmix32). */
function createMixer(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return z ^ (z >>> 15);
  };
}

/** Creates a generator that returns the same numbers for the same seed on every machine. */
export function createRandom(seed: number): Random {
  const mix = createMixer(seed);
  let a = mix();
  let b = mix();
  let c = mix();
  let d = mix();
  return {
    next() {
      const product = Math.imul(b, 5);
      const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
      const t = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= t;
      d = (d << 11) | (d >>> 21);
      return result / 4294967296;
    },
  };
}
