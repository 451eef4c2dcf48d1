import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pictures } from './motion/pictures.ts';

const page = readFileSync('docs/motion.md', 'utf8');

/** A picture without its numbers, and the numbers: rounding differs from machine to machine, what is drawn does not. */
function takeApart(svg: string): { readonly shape: string; readonly numbers: readonly number[] } {
  const number = /[-−]?\d+(?:\.\d+)?/g;
  return {
    shape: svg.replace(number, '#'),
    numbers: (svg.match(number) ?? []).map((text) => Number(text.replace('−', '-'))),
  };
}

/** Pixels, and the last digit of what is written. */
const tolerance = 1;

describe('the pictures of docs/motion.md', () => {
  it.each(pictures)('$file is current (npm run docs)', ({ file, draw }) => {
    const drawn = takeApart(draw());
    const kept = takeApart(readFileSync(`docs/pictures/${file}`, 'utf8'));
    expect(drawn.shape).toBe(kept.shape);
    const furthest = drawn.numbers.reduce((most, value, index) => {
      return Math.max(most, Math.abs(value - (kept.numbers[index] ?? Number.NaN)));
    }, 0);
    expect(furthest).toBeLessThanOrEqual(tolerance);
  });

  it.each(pictures)('$file is shown on the page, and small', ({ file }) => {
    expect(page).toContain(`](pictures/${file})`);
    expect(readFileSync(`docs/pictures/${file}`).length).toBeLessThanOrEqual(60_000);
  });

  it('are all that the page shows', () => {
    const shown = [...page.matchAll(/\]\(pictures\/([^)]+)\)/g)].map(([, file]) => file);
    expect(shown.sort()).toEqual(pictures.map(({ file }) => file).sort());
  });

  it('come out the same when drawn again', () => {
    const draw = () => pictures.map((picture) => picture.draw());
    expect(draw()).toEqual(draw());
  });
});
