import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPackageFolders } from './package-folders.ts';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'kinds-'));
  mkdirSync(join(path, 'a'));
});
afterEach(() => rmSync(path, { recursive: true }));

const manifest = () => join(path, 'a', 'cellwright.json');
const errorOf = () => {
  const [found] = readPackageFolders(path);
  return found?.manifest.ok === false ? found.manifest.error : undefined;
};

describe('The manifest of a hostile package', () => {
  it('cannot be a pipe or a folder: reading a pipe would hold up the start of the service for ever', () => {
    execFileSync('mkfifo', [manifest()]);
    expect(errorOf()).toBe('cellwright.json is not a file');
    rmSync(manifest());
    mkdirSync(manifest());
    expect(errorOf()).toBe('cellwright.json is not a file');
  });

  it('cannot be a link to a file or device outside the package', () => {
    for (const target of ['/etc/passwd', '/dev/zero', '../b/cellwright.json']) {
      mkdirSync(join(path, 'b'), { recursive: true });
      writeFileSync(join(path, 'b', 'cellwright.json'), '{}');
      symlinkSync(target, manifest());
      expect(errorOf()).toBe('cellwright.json is outside the folder of the package');
      rmSync(manifest());
    }
  });

  it('cannot be larger than 256 kB', () => {
    writeFileSync(manifest(), 'x'.repeat(256 * 1024 + 1));
    expect(errorOf()).toBe('cellwright.json is larger than 256 kB');
    writeFileSync(manifest(), '{}');
    expect(readPackageFolders(path)).toEqual([{ folder: 'a', manifest: { ok: true, value: '{}' } }]);
  });
});
