import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolderRegistry } from './folder-registry.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cellwright-stick-'));
  mkdirSync(join(folder, 'stick', 'metadata'), { recursive: true });
  writeFileSync(join(folder, 'stick', 'metadata', 'timestamp.json'), 'signed');
  writeFileSync(join(folder, 'secret'), 'a key of the cell');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function read(path: string): Promise<string> {
  const registry = createFolderRegistry(join(folder, 'stick'));
  const { bytes } = await registry.read(path, 0, new AbortController().signal);
  let text = '';
  for await (const chunk of bytes) text += Buffer.from(chunk).toString();
  return text;
}

describe('createFolderRegistry', () => {
  it('reads the files of the folder', async () => {
    expect(await read('metadata/timestamp.json')).toBe('signed');
  });

  it('reads nothing outside it, also behind a link of a file or folder', async () => {
    symlinkSync(join(folder, 'secret'), join(folder, 'stick', 'metadata', 'root.json'));
    symlinkSync(folder, join(folder, 'stick', 'targets'));
    for (const path of ['metadata/root.json', 'targets/secret', '../secret', 'metadata/../../secret', '/etc/hostname'])
      await expect(read(path), path).rejects.toThrow('The registry has no file');
  });
});
