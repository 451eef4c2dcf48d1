import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exampleTextsDe, exampleTitlesDe } from '../../../i18n/de/examples.ts';
import { matchesExample } from './example-texts.ts';

const folder = new URL('../../../../../examples/routines/', import.meta.url);
const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));

describe('The texts of the examples', () => {
  it('include a German title and description for each example', () => {
    expect(Object.keys(exampleTitlesDe).sort()).toEqual(names.sort());
    expect(Object.keys(exampleTextsDe).sort()).toEqual(names.sort());
  });
});

describe('matchesExample', () => {
  it('finds all words of a search, in any case and order', () => {
    const words = { title: 'Pick and place', text: 'Sets parts down on a tray.' };
    for (const search of ['', 'PICK', 'tray pick']) expect(matchesExample(search, words), search).toBe(true);
    expect(matchesExample('pick pallet', words)).toBe(false);
  });
});
