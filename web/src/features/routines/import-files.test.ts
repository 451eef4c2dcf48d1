import { ProductError } from '@cellwright/domain/basics';
import { describe, expect, it } from 'vitest';
import { type ImportProgress, importFiles } from './import-files.ts';

const files = ['a.json', 'b.json', 'c.json'].map((name) => ({ name, text: async () => name }));

describe('importFiles', () => {
  it('imports one file after the other and reports progress', async () => {
    const progress: ImportProgress[] = [];
    const report = await importFiles(files, async (text) => text.toUpperCase(), {
      signal: new AbortController().signal,
      onProgress: (each) => progress.push(each),
    });
    expect(report).toEqual({ imported: ['A.JSON', 'B.JSON', 'C.JSON'], failed: [], isCancelled: false });
    expect(progress.map(({ name, number, count }) => `${number}/${count} ${name}`)).toEqual([
      '1/3 a.json',
      '2/3 b.json',
      '3/3 c.json',
    ]);
  });

  it('continues after a file that the cell rejects', async () => {
    const refuse = new Error('No.');
    const work = async (text: string) => {
      if (text === 'b.json') throw refuse;
      return text;
    };
    const report = await importFiles(files, work, {
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    expect(report).toMatchObject({ imported: ['a.json', 'c.json'], failed: [{ name: 'b.json', error: refuse }] });
  });

  it('ends before the next file after a cancel, and reports what is stored', async () => {
    const cancel = new AbortController();
    const work = async (text: string) => {
      if (text === 'b.json') cancel.abort();
      return text;
    };
    const report = await importFiles(files, work, { signal: cancel.signal, onProgress: () => undefined });
    expect(report).toEqual({ imported: ['a.json', 'b.json'], failed: [], isCancelled: true });
  });

  it('reports a file that was cancelled during the upload as neither imported nor failed', async () => {
    const cancel = new AbortController();
    const work = async (text: string, signal: AbortSignal) => {
      if (text === 'a.json') return text;
      cancel.abort();
      expect(signal.aborted).toBe(true);
      throw new ProductError('conflict', 'The import was cancelled.', { reason: 'cancelled' });
    };
    const report = await importFiles(files, work, { signal: cancel.signal, onProgress: () => undefined });
    expect(report).toEqual({ imported: ['a.json'], failed: [], isCancelled: true });
  });
});
