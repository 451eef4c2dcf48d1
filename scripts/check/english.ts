// Lists texts that are not plain English: npm run english [-- part of a path]. With --record it writes the baseline of the walls.
import { writeFileSync } from 'node:fs';
import { readOddTexts } from './plain-english.ts';

const args = process.argv.slice(2);
const isRecording = args.includes('--record');
const part = args.find((arg) => arg !== '--record') ?? '';
const found = [...readOddTexts('.')].filter(([file]) => file.includes(part));
if (isRecording) {
  const counts = Object.fromEntries(found.map(([file, texts]) => [file, texts.length]));
  writeFileSync('scripts/check/plain-english.json', `${JSON.stringify(counts, null, 2)}\n`);
}
for (const [file, texts] of isRecording ? [] : found)
  for (const { line, why } of texts) console.log(`${file}:${line} ${why}`);
console.log(`${found.reduce((sum, [, texts]) => sum + texts.length, 0)} texts in ${found.length} files`);
