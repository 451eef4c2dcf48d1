import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pages } from './pages.ts';

describe('generated pages', () => {
  it.each(pages)('docs/$file is current (npm run docs)', ({ file, render }) => {
    expect(readFileSync(`docs/${file}`, 'utf8')).toBe(render());
  });
});
