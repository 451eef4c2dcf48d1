import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VirtualClock } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../logger.ts';
import { LiveFiles } from './live-files.ts';
import { formerSecretMS, secretInFile } from './shared-secret.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cellwright-live-'));
  path = join(folder, 'value');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const parse = ([text = '']: readonly string[]) => {
  if (text === '') throw new Error('is empty');
  return text;
};

describe('LiveFiles', () => {
  it('follows its files, at most once a second', async () => {
    writeFileSync(path, 'one');
    const clock = new VirtualClock();
    const files = new LiveFiles({ paths: [path], parse, log: silentLogger, clock });
    writeFileSync(path, 'two');
    await clock.advance(999);
    expect(files.current).toBe('one');
    await clock.advance(1);
    expect(files.current).toBe('two');
  });

  it('keeps its value while a file is unusable and logs this once', async () => {
    writeFileSync(path, 'one');
    const clock = new VirtualClock();
    const warn = vi.fn();
    const files = new LiveFiles({ paths: [path], parse, log: { ...silentLogger, warn }, clock });
    const next = async (change: () => void) => {
      change();
      await clock.advance(1000);
      return files.current;
    };
    expect(await next(() => writeFileSync(path, ''))).toBe('one');
    expect(await next(() => undefined)).toBe('one');
    expect(warn).toHaveBeenCalledTimes(1);
    expect(await next(() => rmSync(path))).toBe('one');
    expect(warn).toHaveBeenCalledTimes(2);
    expect(await next(() => writeFileSync(path, 'two'))).toBe('two');
  });

  it('requires usable files at the start', () => {
    expect(() => new LiveFiles({ paths: [path], parse, log: silentLogger })).toThrow('ENOENT');
    writeFileSync(path, '');
    expect(() => new LiveFiles({ paths: [path], parse, log: silentLogger })).toThrow('is empty');
  });
});

describe('SharedSecret in a file', () => {
  it('accepts only the previous secret for some time', async () => {
    writeFileSync(path, 'first\n');
    const clock = new VirtualClock();
    const secret = secretInFile({ path, check: () => undefined, log: silentLogger, clock });
    expect([secret.current, secret.accepts('first'), secret.accepts('second')]).toEqual(['first', true, false]);
    writeFileSync(path, 'second');
    await clock.advance(1000);
    expect([secret.current, secret.accepts('first'), secret.accepts('second')]).toEqual(['second', true, true]);
    await clock.advance(formerSecretMS);
    expect([secret.accepts('first'), secret.accepts('second')]).toEqual([false, true]);
  });
});
