import type { runStrip as english } from '../en/run-strip.ts';

export const runStrip: typeof english = {
  title: 'Der Lauf',
  step: 'Schritt {{path}}',
  pause: 'Pause',
  resume: 'Weiter',
  speed: 'Gesamtgeschwindigkeit',
  slower: 'Langsamer',
  faster: 'Schneller',
  endTestRun: 'Testlauf mit {{percent}} % beenden',
};
