import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { BuildManifest } from '@cellwright/domain/software';
import {
  createRepository,
  createSigningKey,
  publishBuild,
  type RepositoryKeys,
  refreshTimestamp,
} from '@cellwright/signed-builds';

/** A box with one release in a folder, and a registry of builds. Builds after the first one change the schema. */
export interface TestBox {
  readonly folder: string;
  readonly releases: string;
  readonly registry: string;
  readonly rootMetadata: string;
  /** Publishes a build whose release contains one file with its id. */
  publish(buildId: string, change?: Partial<BuildManifest>): void;
  /** Signs the timestamp with a key that the box does not trust. */
  forge(): void;
  /** Returns the build that the link selects, and the content of its release. */
  readSelected(): { readonly buildID: string; readonly content: string };
  remove(): void;
}

export const firstBuildID = '1.0';

/** Creates a box that runs the first build. */
export function createTestBox(): TestBox {
  const folder = mkdtempSync(join(tmpdir(), 'cellwright-box-'));
  const releases = join(folder, 'box');
  const registry = join(folder, 'registry');
  mkdirSync(join(releases, 'releases', firstBuildID), { recursive: true });
  writeRelease(join(releases, 'releases', firstBuildID), firstBuildID);
  symlinkSync(join('releases', firstBuildID), join(releases, 'current'));
  const keys = createKeys();
  createRepository(registry, { keys, now: new Date() });
  return {
    folder,
    releases,
    registry,
    rootMetadata: readFileSync(join(registry, 'metadata', '1.root.json'), 'utf8'),
    publish(buildId, change = {}) {
      const path = `images/${buildId}.tar`;
      const manifest = {
        buildId,
        name: `release/${buildId}`,
        imagesToPull: [{ name: 'cell', x86Url: path, armUrl: path }],
      };
      const files = { [path]: packRelease(folder, buildId) };
      publishBuild(registry, keys, { manifest: { ...manifest, ...change }, files }, new Date());
    },
    forge: () => void refreshTimestamp(registry, { ...keys, timestamp: [createSigningKey()] }, new Date()),
    readSelected() {
      const buildID = basename(readlinkSync(join(releases, 'current')));
      return { buildID, content: readFileSync(join(releases, 'current', 'content'), 'utf8') };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function createKeys(): RepositoryKeys {
  const one = () => [createSigningKey()];
  return { root: one(), targets: one(), snapshot: one(), timestamp: one() };
}

function packRelease(folder: string, buildId: string): string {
  const content = join(folder, `content-${buildId}`);
  const archive = join(folder, `${buildId}.tar`);
  mkdirSync(content);
  writeRelease(content, buildId);
  execFileSync('tar', ['--create', '--file', archive, '--directory', content, '.']);
  return archive;
}

/** Writes a release: a file with its id, and the migrations of its schema. */
function writeRelease(folder: string, buildId: string): void {
  writeFileSync(join(folder, 'content'), buildId);
  const migrations = { '1_init': 'CREATE TABLE "Item" ("id" TEXT PRIMARY KEY)' };
  const changed = { '2_rename': 'ALTER TABLE "Item" RENAME COLUMN "id" TO "key"' };
  for (const [name, sql] of Object.entries(buildId === firstBuildID ? migrations : { ...migrations, ...changed })) {
    mkdirSync(join(folder, 'migrations', name), { recursive: true });
    writeFileSync(join(folder, 'migrations', name, 'migration.sql'), sql);
  }
}
