import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@cellwright/service-kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRegistry } from '../registry/open-registry.ts';
import { attacks } from '../trust/attacks.ts';
import { createBuildsClient } from '../trust/builds-client.ts';

const python = fileURLToPath(new URL('../../../../.cache/outside-signer/bin/python', import.meta.url));
const script = fileURLToPath(new URL('signer.py', import.meta.url));
const notInstalled =
  'python-tuf is not installed. `npm test -- services/software-update/src/outside` installs it, with Python 3.10 or newer and its venv, and runs these tests';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cellwright-python-tuf-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Creates a valid and an attacked repository, reads the first, and returns the result of reading the second. */
async function refreshTwice(attack: string) {
  if (!existsSync(python)) throw new Error(notInstalled);
  execFileSync(python, [script, folder, attack], { stdio: 'inherit' });
  const client = createBuildsClient({
    folder: join(folder, 'trust'),
    readRoot: () => readFileSync(join(folder, 'first', 'metadata', '1.root.json'), 'utf8'),
    clock: systemClock,
  });
  const { signal } = new AbortController();
  const first = await client.refresh(openRegistry(join(folder, 'first')), signal);
  expect(first.builds.map(({ buildId }) => buildId)).toEqual(['2.0']);
  return client.refresh(openRegistry(join(folder, 'second')), signal);
}

describe('A repository created with python-tuf', () => {
  it('offers its builds', async () => {
    expect((await refreshTwice('none')).builds).toMatchObject([{ buildId: '3.0', name: 'release/3.0' }]);
  });

  it.each(Object.keys(attacks))('fails to attack by %s', async (attack) => {
    await expect(refreshTwice(attack)).rejects.toMatchObject({ attack });
  });
});
