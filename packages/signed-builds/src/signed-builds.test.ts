import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canonicalJSON } from './canonical-json.ts';
import { createSigningKey, readSigningKey } from './keys.ts';
import { addSignatures, formatEnvelope } from './metadata.ts';
import { publishBuild } from './publish-build.ts';
import { createRepository, type RepositoryKeys, readRepository, refreshTimestamp, rotateKeys } from './repository.ts';

const now = new Date('2026-11-28T12:00:00Z');
const firmwareHash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

function createKeys(): RepositoryKeys {
  return {
    root: [createSigningKey(), createSigningKey()],
    targets: [createSigningKey()],
    snapshot: [createSigningKey()],
    timestamp: [createSigningKey()],
  };
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cellwright-builds-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writeBuild(firmware = 'abc') {
  writeFileSync(join(folder, 'image'), 'image');
  writeFileSync(join(folder, 'firmware'), firmware);
  return {
    manifest: {
      buildId: '2026.11.28.1',
      name: 'release/2026.11.28.1',
      imagesToPull: [{ name: 'cell', x86Url: 'images/cell.tar' }],
      firmwareInfo: [{ jointNumber: 1, binaryInfo: { path: 'firmware/j1.bin', checksum: firmwareHash, size: 3 } }],
    },
    files: { 'images/cell.tar': join(folder, 'image'), 'firmware/j1.bin': join(folder, 'firmware') },
  };
}

describe('canonicalJSON', () => {
  it('sorts keys and keeps the value', () => {
    expect(canonicalJSON({ b: [1, 'a"\\'], a: { d: null, c: true } })).toBe(
      '{"a":{"c":true,"d":null},"b":[1,"a\\"\\\\"]}',
    );
  });

  it('gives the same text for every order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJSON(reversed)).toBe(canonicalJSON(value));
      }),
    );
  });

  it('refuses numbers that are no integers', () => {
    expect(() => canonicalJSON({ a: 0.5 })).toThrow('only contains integers');
    expect(() => canonicalJSON(() => 1)).toThrow('cannot contain a function');
  });
});

describe('A signing key', () => {
  it('survives its text and signs verifiably', () => {
    const key = createSigningKey();
    const read = readSigningKey(key.privateKey);
    expect(read).toEqual(key);
    const { root } = createRepository(folder, { keys: { ...createKeys(), root: [read] }, now });
    const [signature] = root.signatures;
    const text = Buffer.from(canonicalJSON(root.signed));
    const sig = Buffer.from(signature?.sig ?? '', 'hex');
    expect(verify(null, text, createPublicKey(key.privateKey), sig)).toBe(true);
    expect(verify(null, Buffer.from(`${text} `), createPublicKey(key.privateKey), sig)).toBe(false);
  });
});

describe('A repository of builds', () => {
  it('publishes a build with its files and its description', () => {
    const keys = createKeys();
    createRepository(folder, { keys, thresholds: { root: 2 }, now });
    publishBuild(folder, keys, writeBuild(), now);
    const { targets, snapshot, timestamp, root } = readRepository(folder);
    expect(Object.keys(targets.signed.targets).sort()).toEqual([
      'builds/2026.11.28.1.json',
      'firmware/j1.bin',
      'images/cell.tar',
    ]);
    expect(targets.signed.targets['firmware/j1.bin']).toMatchObject({ length: 3, hashes: { sha256: firmwareHash } });
    expect([targets.signed.version, snapshot.signed.version, timestamp.signed.version]).toEqual([2, 2, 2]);
    expect(root.signed.roles.root.threshold).toBe(2);
    expect(root.signatures).toHaveLength(2);
    expect(timestamp.signed.expires).toBe('2026-12-05T12:00:00Z');
  });

  it('refuses firmware that differs from its description, and missing files', () => {
    const keys = createKeys();
    createRepository(folder, { keys, now });
    expect(() => publishBuild(folder, keys, writeBuild('abd'), now)).toThrow('joint 1 has another checksum');
    expect(() => publishBuild(folder, keys, writeBuild('abcd'), now)).toThrow('joint 1 has 4 bytes, not 3');
    const { manifest } = writeBuild();
    expect(() => publishBuild(folder, keys, { manifest, files: {} }, now)).toThrow('The image cell has no file');
  });

  it('signs the timestamp again with a higher version', () => {
    const keys = createKeys();
    createRepository(folder, { keys, now });
    const later = new Date(now.getTime() + 86_400_000);
    expect(refreshTimestamp(folder, keys, later).timestamp.signed).toMatchObject({
      version: 2,
      expires: '2026-12-06T12:00:00Z',
    });
    expect(readRepository(folder).snapshot.signed.version).toBe(1);
  });

  it('signs a new root with the previous keys and the new ones', () => {
    const old = createKeys();
    createRepository(folder, { keys: old, thresholds: { root: 2 }, now });
    const keys = createKeys();
    const { root } = rotateKeys(folder, old.root, { keys, thresholds: { root: 2 }, now });
    expect(root.signed.version).toBe(2);
    expect(root.signatures.map(({ keyid }) => keyid)).toEqual([...old.root, ...keys.root].map(({ keyID }) => keyID));
  });

  it('refuses a threshold above the number of keys, and a second repository', () => {
    const keys = createKeys();
    expect(() => createRepository(folder, { keys, thresholds: { root: 3 }, now })).toThrow('3 cannot sign');
    createRepository(folder, { keys, now });
    expect(() => createRepository(folder, { keys, now })).toThrow('has a repository already');
  });
});

describe('addSignatures', () => {
  it('adds a signature once for each key', () => {
    const [one, other] = [createSigningKey(), createSigningKey()];
    const { root } = createRepository(folder, { keys: { ...createKeys(), root: [one] }, now });
    const twice = addSignatures(addSignatures(root, [other]), [other]);
    expect(twice.signatures.map(({ keyid }) => keyid)).toEqual([one.keyID, other.keyID]);
    expect(JSON.parse(formatEnvelope(twice))).toEqual(twice);
  });
});
