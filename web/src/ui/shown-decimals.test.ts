import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = resolve(import.meta.dirname, '..');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.(test|fixture|stories)\.tsx?$/.test(file),
);

/** Digits that no user reads as text: positions in a picture, and the addresses of pages. */
const notRead = [
  'ui/live/RangeMark.tsx',
  'features/home/cycle-history.ts',
  'features/runs/TrendCharts.tsx',
  'features/runs/RunScreen.tsx',
];

/** Returns the lines that format digits and neither convert them to the page's language nor back to a number. */
function findBareDigits(source: string): string[] {
  return source
    .split('\n')
    .filter((line) => /\.to(Fixed|Precision)\(/.test(line) && !/\b(decimalText|Number)\(/.test(line))
    .map((line) => line.trim());
}

describe('Numbers on the screens', () => {
  it('use the decimal separator of the page', () => {
    const bare = sources
      .filter((file) => !notRead.includes(file.replaceAll('\\', '/')))
      .flatMap((file) => findBareDigits(readFileSync(resolve(folder, file), 'utf8')).map((line) => `${file}: ${line}`));
    expect(bare).toEqual([]);
  });

  it('miss the separator in plain digits', () => {
    expect(findBareDigits("const text = seconds.toFixed(2) + ' s';")).toHaveLength(1);
    expect(findBareDigits('const text = decimalText(seconds.toFixed(2));')).toEqual([]);
  });
});
