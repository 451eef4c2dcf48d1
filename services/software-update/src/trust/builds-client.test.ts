import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@cellwright/service-kit';
import {
  createRepository,
  createSigningKey,
  describeRoot,
  formatEnvelope,
  publishBuild,
  type RepositoryKeys,
  readRepository,
  refreshTimestamp,
  rotateKeys,
  signMetadata,
  writeMetadata,
} from '@cellwright/signed-builds';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRegistry } from '../registry/open-registry.ts';
import type { Registry } from '../registry/registry.ts';
import { type Attack, UntrustedRegistryError } from './attacks.ts';
import { ClockBehindError, createBuildsClient } from './builds-client.ts';

const dayMS = 86_400_000;
const now = new Date();
const { signal } = new AbortController();

let folder: string;
let repository: string;
let keys: RepositoryKeys;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cellwright-trust-'));
  repository = join(folder, 'repository');
  keys = {
    root: [createSigningKey(), createSigningKey()],
    targets: [createSigningKey(), createSigningKey()],
    snapshot: [createSigningKey()],
    timestamp: [createSigningKey()],
  };
  createRepository(repository, { keys, thresholds: { root: 2, targets: 2 }, now });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function publish(buildId: string, signing: RepositoryKeys = keys, at = now): void {
  const image = join(folder, 'image');
  writeFileSync(image, `image of ${buildId}`);
  const manifest = {
    buildId,
    name: `release/${buildId}`,
    imagesToPull: [{ name: 'cell', x86Url: `images/${buildId}` }],
  };
  publishBuild(repository, signing, { manifest, files: { [`images/${buildId}`]: image } }, at);
}

function createClient(clock = systemClock) {
  const rootMetadata = readFileSync(join(repository, 'metadata', '1.root.json'), 'utf8');
  return createBuildsClient({ folder: join(folder, 'trust'), readRoot: () => rootMetadata, clock });
}

const refresh = (registry: Registry = openRegistry(repository)) => createClient().refresh(registry, signal);

async function findRefusal(work: Promise<unknown>): Promise<UntrustedRegistryError> {
  const error: unknown = await work.catch((reason: unknown) => reason);
  if (!(error instanceof UntrustedRegistryError)) throw new Error(`not refused: ${String(error)}`);
  return error;
}

async function expectRefused(attack: Attack, registry?: Registry): Promise<void> {
  const refusal = await findRefusal(refresh(registry));
  expect([refusal.attack, String(refusal.cause)]).toEqual([attack, expect.anything()]);
}

/** Registry that replaces some files. */
function tamper(replace: (path: string) => AsyncIterable<Uint8Array> | undefined): Registry {
  const honest = openRegistry(repository);
  return {
    location: 'tampered',
    async read(path, from, abort) {
      const bytes = replace(path);
      return bytes ? { from: 0, bytes } : honest.read(path, from, abort);
    },
  };
}

async function* bytesFrom(...chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

describe('The builds client', () => {
  it('lists signed builds and the files that belong to them', async () => {
    publish('1.0');
    publish('1.1');
    const { builds, findFile } = await refresh();
    expect(builds.map(({ buildId }) => buildId).sort()).toEqual(['1.0', '1.1']);
    const file = findFile('images/1.1');
    expect(file).toMatchObject({ length: 12, path: 'images/1.1' });
    expect(readFileSync(join(repository, file?.storedPath ?? ''), 'utf8')).toBe('image of 1.1');
    expect(findFile('images/none')).toBeUndefined();
  });

  it('follows new keys that the previous ones signed', async () => {
    await refresh();
    const next = { ...keys, root: [createSigningKey(), createSigningKey()], timestamp: [createSigningKey()] };
    rotateKeys(repository, keys.root, { keys: next, thresholds: { root: 2, targets: 2 }, now });
    publish('2.0', next);
    expect((await refresh()).builds.map(({ buildId }) => buildId)).toEqual(['2.0']);
    expect(JSON.parse(readFileSync(join(folder, 'trust', 'root.json'), 'utf8')).signed.version).toBe(2);
  });

  it('reports a registry that cannot be reached as such', async () => {
    const away: Registry = { location: 'away', read: () => Promise.reject(new Error('connection refused')) };
    await expect(refresh(away)).rejects.toThrow('connection refused');
  });

  it('refuses to work with a clock that is behind the last check', async () => {
    await refresh();
    const early = { ...systemClock, wallNow: () => new Date(now.getTime() - dayMS) };
    await expect(createClient(early).refresh(openRegistry(repository), signal)).rejects.toThrow(ClockBehindError);
  });
});

describe('The builds client with expired metadata', () => {
  const allowsExpired = true;

  it('lists builds only when that is confirmed', async () => {
    publish('1.0');
    refreshTimestamp(repository, keys, new Date(now.getTime() - 8 * dayMS));
    await expectRefused('freeze');
    const { builds } = await createClient().refresh(openRegistry(repository), signal, { allowsExpired });
    expect(builds.map(({ buildId }) => buildId)).toEqual(['1.0']);
    await expectRefused('freeze');
  });

  it('never accepts lower versions than it has seen', async () => {
    const old = join(folder, 'old');
    refreshTimestamp(repository, keys, new Date(now.getTime() - 8 * dayMS));
    cpSync(repository, old, { recursive: true });
    publish('1.0');
    await refresh();
    const refusal = await findRefusal(createClient().refresh(openRegistry(old), signal, { allowsExpired }));
    expect(refusal.attack).toBe('rollback');
  });

  it('still refuses another key', async () => {
    refreshTimestamp(repository, { ...keys, timestamp: [createSigningKey()] }, new Date(now.getTime() - 8 * dayMS));
    const refusal = await findRefusal(createClient().refresh(openRegistry(repository), signal, { allowsExpired }));
    expect(refusal.attack).toBe('wrongKey');
  });
});

describe('The builds client refuses', () => {
  it('older metadata than it has seen (rollback)', async () => {
    const old = join(folder, 'old');
    cpSync(repository, old, { recursive: true });
    publish('1.0');
    await refresh();
    await expectRefused('rollback', openRegistry(old));
  });

  it('a new timestamp for an older snapshot (rollback)', async () => {
    publish('1.0');
    const before = readRepository(repository).snapshot;
    publish('1.1');
    await refresh();
    const { timestamp } = readRepository(repository);
    const snapshot = { ...timestamp.signed.meta['snapshot.json'], version: before.signed.version };
    const signed = { ...timestamp.signed, version: 99, meta: { 'snapshot.json': snapshot } };
    writeMetadata(repository, 'timestamp.json', signMetadata(signed, keys.timestamp));
    await expectRefused('rollback');
  });

  it('metadata that has expired (freeze)', async () => {
    refreshTimestamp(repository, keys, new Date(now.getTime() - 8 * dayMS));
    await expectRefused('freeze');
  });

  it('metadata of which parts belong to different versions (mix-and-match)', async () => {
    publish('1.0');
    const { snapshot, targets } = readRepository(repository);
    const other = signMetadata({ ...targets.signed, targets: {} }, keys.targets);
    const file = `metadata/${snapshot.signed.version}.targets.json`;
    const mixed = tamper((path) => (path === file ? bytesFrom(Buffer.from(formatEnvelope(other))) : undefined));
    await expectRefused('mixAndMatch', mixed);
  });

  it('metadata without end (endless data)', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield new Uint8Array(65_536);
    }
    await expectRefused(
      'endlessData',
      tamper((path) => (path.endsWith('timestamp.json') ? endless() : undefined)),
    );
  });

  it('metadata that another key signed (wrong key)', async () => {
    publish('1.0', { ...keys, timestamp: [createSigningKey()] });
    await expectRefused('wrongKey');
  });

  it('a build with a single signature (too few signatures)', async () => {
    publish('1.0', { ...keys, targets: keys.targets.slice(0, 1) });
    await expectRefused('tooFewSignatures');
  });

  it('a new root that the previous keys did not sign', async () => {
    await refresh();
    const mine = { ...keys, root: [createSigningKey(), createSigningKey()] };
    const expires = new Date(now.getTime() + dayMS);
    const root = signMetadata(describeRoot(mine, { root: 2 }, 2, expires), mine.root);
    writeMetadata(repository, '2.root.json', root);
    await expectRefused('wrongKey');
  });

  it('invalid metadata, and stores none of it', async () => {
    publish('1.0');
    await refresh();
    const before = readFileSync(join(folder, 'trust', 'timestamp.json'), 'utf8');
    writeFileSync(join(repository, 'metadata', 'timestamp.json'), '{');
    expect((await findRefusal(refresh())).attack).toBeUndefined();
    expect(readFileSync(join(folder, 'trust', 'timestamp.json'), 'utf8')).toBe(before);
    expect(existsSync(join(folder, 'trust', 'trusted-time'))).toBe(true);
  });
});
