import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readIfThere } from './read-if-there.ts';

it('readIfThere distinguishes a missing file from an unreadable one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cellwright-read-'));
  await writeFile(join(folder, 'a'), 'text');
  expect(await readIfThere(join(folder, 'a'))).toBe('text');
  expect(await readIfThere(join(folder, 'b'))).toBeUndefined();
  await expect(readIfThere(folder)).rejects.toMatchObject({ code: 'EISDIR' });
  await rm(folder, { recursive: true });
});
