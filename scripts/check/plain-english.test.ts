import { describe, expect, it } from 'vitest';
import { findOddTexts, findRises } from './plain-english.ts';

describe('findOddTexts', () => {
  it.each([
    ['// What of the arm is where it should not be', "starts with 'What'"],
    ['/** How each kind of port refuses another user. */', "starts with 'How'"],
    [' * How a step chooses a position of a list.', "starts with 'How'"],
    ['/** Whoever ends what is held calls this. */', "starts with 'Whoever'"],
    [' * Reads the list anew after a failure.', "'anew'"],
    ["  it('is everybody’s who is signed in', () => {", "starts with 'is'"],
    ['test(`of the load alone`, () => {', "starts with 'of'"],
    ["  ])('are empty at first: %s', (name) => {", "starts with 'are'"],
    ['export async function tellPeople(): Promise<void> {', 'tellPeople'],
    ['export class PlaceKeeper {', 'PlaceKeeper'],
  ])('finds %s', (line, why) => {
    expect(findOddTexts(`\n${line}`)).toEqual([{ line: 2, why: expect.stringContaining(why) }]);
  });

  it.each([
    '// Returns the cached plan, or plans again when the scene changed.',
    '/** Units: m. */',
    "  it('keeps the remaining time across a pause', () => {",
    "const text = 'Whoever you are';",
    ' * @throws ProductError unavailable',
    'export function isOpen(): boolean {',
  ])('accepts %s', (line) => {
    expect(findOddTexts(line)).toEqual([]);
  });
});

describe('findRises', () => {
  const found = new Map([['a.ts', findOddTexts('// Of the arm\n// Whose it is')]]);

  it('accepts as many odd texts as in the baseline, and fewer', () => {
    expect([findRises(found, { 'a.ts': 2 }), findRises(found, { 'a.ts': 3 })]).toEqual([[], []]);
  });

  it('names the lines of a file with more', () => {
    expect(findRises(found, { 'a.ts': 1 })).toEqual([
      { rule: 'plain-english', file: 'a.ts', detail: expect.stringMatching(/line 1: .*line 2: /) },
    ]);
    expect(findRises(found, {})).toHaveLength(1);
  });
});
