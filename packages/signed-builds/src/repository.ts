import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { SigningKey } from './keys.ts';
import {
  describeHeader,
  type Envelope,
  type FileDescription,
  formatEnvelope,
  type Metadata,
  type RoleName,
  type RootMetadata,
  roleNames,
  type SnapshotMetadata,
  signMetadata,
  type TargetsMetadata,
  type TimestampMetadata,
} from './metadata.ts';
import { parseRoot, parseSnapshot, parseTargets, parseTimestamp } from './parse.ts';

/** Keys that sign each role, and the number that must. */
export type RepositoryKeys = Readonly<Record<RoleName, readonly SigningKey[]>>;

const dayMS = 86_400_000;
/** Days until metadata expires. The root is signed by people, the timestamp by a machine that is always on. */
export const lifetimeDays: Readonly<Record<RoleName, number>> = { root: 365, targets: 90, snapshot: 30, timestamp: 7 };

/** Returns the time at which metadata of a role expires that is signed now. */
export function computeExpiry(role: RoleName, now: Date): Date {
  return new Date(now.getTime() + lifetimeDays[role] * dayMS);
}

/** Metadata of a repository as it is now. */
export interface RepositoryState {
  readonly root: Envelope<RootMetadata>;
  readonly targets: Envelope<TargetsMetadata>;
  readonly snapshot: Envelope<SnapshotMetadata>;
  readonly timestamp: Envelope<TimestampMetadata>;
}

/** Returns the root metadata that names the keys of all roles. */
export function describeRoot(
  keys: RepositoryKeys,
  thresholds: Partial<Record<RoleName, number>>,
  version: number,
  expires: Date,
) {
  const all = roleNames.flatMap((role) => keys[role]);
  const keysOfRole = (role: RoleName) => ({
    keyids: keys[role].map(({ keyID }) => keyID),
    threshold: thresholds[role] ?? 1,
  });
  for (const role of roleNames) {
    const { keyids, threshold } = keysOfRole(role);
    if (threshold < 1 || threshold > keyids.length)
      throw new Error(`The role ${role} has ${keyids.length} keys, of which ${threshold} cannot sign`);
  }
  const signed: RootMetadata = {
    ...describeHeader('root', version, expires),
    consistent_snapshot: true,
    keys: Object.fromEntries(all.map(({ keyID, publicKey }) => [keyID, publicKey])),
    roles: {
      root: keysOfRole('root'),
      targets: keysOfRole('targets'),
      snapshot: keysOfRole('snapshot'),
      timestamp: keysOfRole('timestamp'),
    },
  };
  return signed;
}

export interface NewRepository {
  readonly keys: RepositoryKeys;
  /** Signatures that a role needs. Default: 1. */
  readonly thresholds?: Partial<Record<RoleName, number>>;
  readonly now: Date;
}

/**
 * Creates an empty repository in a folder.
 * @throws Error when the folder has one.
 */
export function createRepository(folder: string, { keys, thresholds = {}, now }: NewRepository): RepositoryState {
  if (existsSync(join(folder, 'metadata', '1.root.json'))) throw new Error(`${folder} has a repository already`);
  const root = signMetadata(describeRoot(keys, thresholds, 1, computeExpiry('root', now)), keys.root);
  writeMetadata(folder, '1.root.json', root);
  return writeTargets(folder, { root, keys, targets: {}, version: 1, now });
}

/** Reads the repository of a folder. It checks no signature: the box does. */
export function readRepository(folder: string): RepositoryState {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, 'metadata', name), 'utf8'));
  let rootVersion = 1;
  while (existsSync(join(folder, 'metadata', `${rootVersion + 1}.root.json`))) rootVersion += 1;
  const timestamp = parseTimestamp(read('timestamp.json'));
  const snapshot = parseSnapshot(read(`${versionIn(timestamp, 'snapshot.json')}.snapshot.json`));
  const targets = parseTargets(read(`${versionIn(snapshot, 'targets.json')}.targets.json`));
  return { root: parseRoot(read(`${rootVersion}.root.json`)), targets, snapshot, timestamp };
}

function versionIn({ signed: { meta } }: Envelope<SnapshotMetadata | TimestampMetadata>, name: string): number {
  const version = meta[name]?.version;
  if (version === undefined) throw new Error(`The metadata names no version of ${name}`);
  return version;
}

/** A file that joins the repository. */
export interface NewTarget {
  /** Path in the repository. */
  readonly path: string;
  readonly content: Uint8Array | { readonly file: string };
  readonly custom?: unknown;
}

/** Adds files to a repository, and signs it with higher versions. */
export function addTargets(
  folder: string,
  keys: RepositoryKeys,
  added: readonly NewTarget[],
  now: Date,
): RepositoryState {
  const { root, targets } = readRepository(folder);
  const files = added.map((target): [string, FileDescription] => [target.path, storeTarget(folder, target)]);
  return writeTargets(folder, {
    ...{ root, keys, now },
    targets: { ...targets.signed.targets, ...Object.fromEntries(files) },
    version: targets.signed.version + 1,
  });
}

/** Signs the timestamp again, so that it does not expire. */
export function refreshTimestamp(folder: string, keys: RepositoryKeys, now: Date): RepositoryState {
  const state = readRepository(folder);
  const { version } = state.timestamp.signed;
  const timestamp = signMetadata(describeTimestamp(state.snapshot, version + 1, now), keys.timestamp);
  writeMetadata(folder, 'timestamp.json', timestamp);
  return { ...state, timestamp };
}

/** Replaces the keys of a repository: the old and the new root keys sign the new root. */
export function rotateKeys(
  folder: string,
  former: readonly SigningKey[],
  { keys, thresholds = {}, now }: NewRepository,
): RepositoryState {
  const { root: old, targets } = readRepository(folder);
  const version = old.signed.version + 1;
  const signed = describeRoot(keys, thresholds, version, computeExpiry('root', now));
  const isNew = ({ keyID }: SigningKey) => keys.root.every((key) => key.keyID !== keyID);
  const root = signMetadata(signed, [...former.filter(isNew), ...keys.root]);
  writeMetadata(folder, `${version}.root.json`, root);
  return writeTargets(folder, {
    ...{ root, keys, now },
    targets: targets.signed.targets,
    version: targets.signed.version + 1,
  });
}

interface TargetsChange {
  readonly root: Envelope<RootMetadata>;
  readonly keys: RepositoryKeys;
  readonly targets: TargetsMetadata['targets'];
  readonly version: number;
  readonly now: Date;
}

/** Writes targets, snapshot and timestamp in this order, so that a reader never finds a missing file. */
function writeTargets(folder: string, { root, keys, targets: files, version, now }: TargetsChange): RepositoryState {
  const header = describeHeader('targets', version, computeExpiry('targets', now));
  const targets = signMetadata<TargetsMetadata>({ ...header, targets: files }, keys.targets);
  writeMetadata(folder, `${version}.targets.json`, targets);
  const snapshot = signMetadata<SnapshotMetadata>(
    {
      ...describeHeader('snapshot', version, computeExpiry('snapshot', now)),
      meta: { 'targets.json': describeFile(targets) },
    },
    keys.snapshot,
  );
  writeMetadata(folder, `${version}.snapshot.json`, snapshot);
  const former = existsSync(join(folder, 'metadata', 'timestamp.json')) ? readTimestampVersion(folder) : 0;
  const timestamp = signMetadata(describeTimestamp(snapshot, former + 1, now), keys.timestamp);
  writeMetadata(folder, 'timestamp.json', timestamp);
  return { root, targets, snapshot, timestamp };
}

function readTimestampVersion(folder: string): number {
  return parseTimestamp(JSON.parse(readFileSync(join(folder, 'metadata', 'timestamp.json'), 'utf8'))).signed.version;
}

function describeTimestamp(snapshot: Envelope<SnapshotMetadata>, version: number, now: Date): TimestampMetadata {
  return {
    ...describeHeader('timestamp', version, computeExpiry('timestamp', now)),
    meta: { 'snapshot.json': describeFile(snapshot) },
  };
}

function describeFile(envelope: Envelope) {
  const bytes = Buffer.from(formatEnvelope(envelope), 'utf8');
  return { version: envelope.signed.version, length: bytes.length, hashes: { sha256: sha256(bytes) } };
}

/** Stores a file under its path with its hash, as clients of a consistent snapshot ask for it. */
function storeTarget(folder: string, { path, content, custom }: NewTarget): FileDescription {
  const bytes = content instanceof Uint8Array ? content : readFileSync(content.file);
  const hash = sha256(bytes);
  const stored = join(folder, 'targets', posix.dirname(path), `${hash}.${posix.basename(path)}`);
  mkdirSync(dirname(stored), { recursive: true });
  if (content instanceof Uint8Array) writeFileSync(stored, content);
  else copyFileSync(content.file, stored);
  return { length: bytes.length, hashes: { sha256: hash }, custom };
}

/** Replaces a file of metadata atomically. */
export function writeMetadata<Signed extends Metadata>(folder: string, name: string, envelope: Envelope<Signed>): void {
  const path = join(folder, 'metadata', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, formatEnvelope(envelope));
  renameSync(`${path}.new`, path);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
