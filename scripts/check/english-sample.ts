// Prints random texts for a review of plain English: npm run english:sample [-- --seed 1] [--comments 100] [--titles 100] [--ui 100] [--errors 50].
import { parseArgs } from 'node:util';
import { readTexts, type TextKind } from './english-texts.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    comments: { type: 'string', default: '100' },
    titles: { type: 'string', default: '100' },
    ui: { type: 'string', default: '100' },
    errors: { type: 'string', default: '50' },
  },
});

const counts: Readonly<Record<TextKind, number>> = {
  comment: Number(values.comments),
  'test title': Number(values.titles),
  'UI string': Number(values.ui),
  'error text': Number(values.errors),
};

/** Generator of numbers from 0 to 1 (mulberry32): the same seed gives the same sample. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = createRandom(Number(values.seed));
const texts = readTexts('.');
for (const [kind, all] of Object.entries(texts) as [TextKind, (typeof texts)[TextKind]][]) {
  const rest = [...all];
  const sample = Array.from({ length: Math.min(counts[kind], rest.length) }, () => {
    const [drawn] = rest.splice(Math.floor(random() * rest.length), 1);
    return drawn;
  });
  console.log(`\n${sample.length} of ${all.length}: ${kind}`);
  sample.forEach((each, index) => {
    if (each) console.log(`${index + 1}. ${each.text}\n   ${each.file}:${each.line}`);
  });
}
