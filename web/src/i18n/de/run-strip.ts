import type { runStrip as english } from '../en/run-strip.ts';

export const runStrip: typeof english = {
  slower: 'Langsamer',
  faster: 'Schneller',
  endTestRun: 'Testlauf mit {{percent}} % beenden',
};
