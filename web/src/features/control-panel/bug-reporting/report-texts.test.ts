import { describe, expect, it } from 'vitest';
import { createReport, readReport } from './report-texts.ts';

describe('createReport', () => {
  it('omits fields without a text', () => {
    const texts = { description: ' The arm stopped ', expected: ' ', steps: '' };
    expect(createReport(texts, 'always')).toEqual({ description: 'The arm stopped', frequency: 'always' });
  });
});

describe('readReport', () => {
  it('returns the text and the other fields, also of a report of a program', () => {
    expect(readReport({ report: { description: 'The arm stopped', frequency: 'once' } })).toEqual({
      description: 'The arm stopped',
      others: [['frequency', 'once']],
    });
    expect(readReport({ report: { description: 3, code: { n: 1 } } })).toEqual({
      description: undefined,
      others: [
        ['description', '3'],
        ['code', '{"n":1}'],
      ],
    });
    expect(readReport({ report: {} })).toEqual({ description: undefined, others: [] });
  });
});
