import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partitionProgram } from './program-parts.ts';

describe('partitionProgram', () => {
  it('keeps every step, in order, in parts within the limit unless one step is larger', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 200 }), (texts, limit) => {
        const steps = texts.map((text) => JSON.stringify(text));
        const parts = partitionProgram(steps, limit);
        expect(parts.flatMap((part) => JSON.parse(part) as string[])).toEqual(texts);
        for (const part of parts) {
          const holdsOne = (JSON.parse(part) as string[]).length === 1;
          expect(holdsOne || part.length <= limit + 2).toBe(true);
        }
      }),
    );
  });

  it('makes no part of an empty program', () => {
    expect(partitionProgram([])).toEqual([]);
  });
});
