import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const source = new URL('..', import.meta.url).pathname;
const read = (file: string) => readFileSync(`${source}${file}`, 'utf8');

it('marks one control for every mark that the guided tour points at', () => {
  const marks = [...read('parts/tour-mark.ts').matchAll(/^ {2}\| '(\w+)'/gm)].map(([, mark]) => mark);
  expect(marks.length).toBeGreaterThan(5);
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const used = files.flatMap((file) => [...read(file).matchAll(/tourMark\('(\w+)'\)/g)].map(([, mark]) => mark));
  expect(used.sort()).toEqual(marks.sort());
});
