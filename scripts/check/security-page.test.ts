import { describe, expect, it } from 'vitest';
import { findTestFiles } from '../test/files.ts';
import { readThreats } from '../test/threats.ts';

const threats = readThreats('.');

describe('the threat table of docs/security.md', () => {
  it('names at least one test for each threat', () => {
    expect(threats.length).toBeGreaterThan(30);
    expect(threats.filter(({ files }) => files.length === 0)).toEqual([]);
  });

  it('names test files that `npm run test:exhaustive -- --security` finds, and none twice', () => {
    const known = new Set(findTestFiles('.').map(({ file }) => file));
    const files = threats.flatMap((threat) => threat.files);
    expect(files.filter((file) => !known.has(file))).toEqual([]);
    expect(files.filter((file, at) => files.indexOf(file) !== at)).toEqual([]);
  });
});
