import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partitionProgram } from './program-parts.ts';

describe('partitionProgram', () => {
  it('keeps all steps in order in parts within the limit, except for a single larger step', () => {
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

  it('returns no parts for an empty program', () => {
    expect(partitionProgram([])).toEqual([]);
  });
});
