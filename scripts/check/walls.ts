// Checks the walls of the architecture; prints every breach and exits with 1 when there is one.
import { busSubjects } from '@cellwright/service-kit';
import { findBrokenBusRules } from './bus-rules.ts';
import { findBrokenWalls } from './import-walls.ts';
import baseline from './plain-english.json' with { type: 'json' };
import { findRises, readOddTexts } from './plain-english.ts';
import { findBrokenSourceRules } from './source-rules.ts';

const imports = await findBrokenWalls('');
const sources = [
  ...findBrokenSourceRules('.'),
  ...findBrokenBusRules('.', busSubjects),
  ...findRises(readOddTexts('.'), baseline),
];
for (const { rule, from, to } of imports) console.error(`${rule}: ${from} → ${to}`);
for (const { rule, file, detail } of sources) console.error(`${rule}: ${file} ${detail}`);
if (imports.length + sources.length > 0) process.exitCode = 1;
