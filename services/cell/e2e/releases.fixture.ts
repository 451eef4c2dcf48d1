import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getSoftware } from '@cellwright/calls';
import { callCell, createHttp } from '@cellwright/client';
import { createRepository, createSigningKey, publishBuild } from '@cellwright/signed-builds';
import { makeTestDataFolder } from '@cellwright/testkit';
import { countStart } from '@cellwright/testkit/count-start';
import { findRunning } from '../src/data/data-folder.ts';
import { connectCell, type RunningCell, waitUntil } from './harness.ts';

const product = fileURLToPath(new URL('../../..', import.meta.url));
const startWithinMS = 180_000;

/** A box that runs from releases: the launcher, its folder, and a registry with one more build. */
export interface ReleasesBox {
  readonly dataPath: string;
  /** Waits until the given build runs and responds. */
  waitForBuild(buildID: string): Promise<RunningCell>;
  /** Kills the launcher, the cell and its database with -9, and starts the launcher again. */
  killAll(): Promise<void>;
  /** Ends the box, and removes it. */
  end(): Promise<void>;
}

/** Creates a release that has the built product, and one more migration of the library if it is not the first. */
function writeRelease(folder: string, migration: string | undefined): void {
  for (const service of readdirSync(join(product, 'services'))) {
    for (const part of ['dist', 'prisma', 'package.json']) {
      const from = join(product, 'services', service, part);
      if (existsSync(from)) cpSync(from, join(folder, 'services', service, part), { recursive: true });
    }
  }
  for (const part of ['node_modules', 'examples', 'packages', 'proto'])
    symlinkSync(join(product, part), join(folder, part));
  mkdirSync(join(folder, 'web'));
  symlinkSync(join(product, 'web', 'dist'), join(folder, 'web', 'dist'));
  mkdirSync(join(folder, 'scripts'));
  writeFileSync(join(folder, 'scripts', 'start.mjs'), "await import('../services/cell/dist/main.js');\n");
  if (migration === undefined) return;
  const migrations = join(folder, 'services', 'library', 'prisma', 'migrations', '29991231000000_next');
  mkdirSync(migrations);
  writeFileSync(join(migrations, 'migration.sql'), migration);
}

function publish(folder: string, registry: string): void {
  const release = join(folder, 'release-2.0');
  mkdirSync(release);
  writeRelease(release, 'CREATE TABLE "Next" ("id" TEXT PRIMARY KEY); ALTER TABLE "Entity" ADD COLUMN "next" TEXT;');
  const archive = join(folder, '2.0.tar');
  execFileSync('tar', ['--create', '--file', archive, '--directory', release, '.']);
  rmSync(release, { recursive: true });
  const one = () => [createSigningKey()];
  const keys = { root: one(), targets: one(), snapshot: one(), timestamp: one() };
  createRepository(registry, { keys, now: new Date() });
  const path = 'images/2.0.tar';
  const image = { name: 'cell', x86Url: path, armUrl: path };
  const manifest = { buildId: '2.0', name: 'release/2.0', imagesToPull: [image] };
  publishBuild(registry, keys, { manifest, files: { [path]: archive } }, new Date());
}

/** Starts a box that runs the build 1.0, with the build 2.0 in its registry, which has one more migration. */
export async function startReleasesBox(): Promise<ReleasesBox> {
  const folder = mkdtempSync(join(tmpdir(), 'cellwright-releases-'));
  const box = join(folder, 'box');
  const registry = join(folder, 'registry');
  mkdirSync(join(box, 'releases', '1.0'), { recursive: true });
  writeRelease(join(box, 'releases', '1.0'), undefined);
  symlinkSync(join('releases', '1.0'), join(box, 'current'));
  publish(folder, registry);
  const data = makeTestDataFolder();
  const launch = () =>
    launchBox(box, {
      ...{ CELLWRIGHT_DATA: data.path, PORT: '0', BUILDS_REGISTRY: registry },
      BUILDS_ROOT_FILE: join(registry, 'metadata', '1.root.json'),
    });
  let launcher = launch();
  return {
    dataPath: data.path,
    async waitForBuild(buildID) {
      // Another build may be selected already while one still runs.
      const isRunning = async () => {
        const running = findRunning(data.path);
        const response = running && (await fetch(`${running.url}/health/ready`).catch(() => undefined));
        return response?.ok === true && (await readBuild(data.path)) === buildID;
      };
      await waitUntil(isRunning, startWithinMS);
      return connectCell(data.path);
    },
    async killAll() {
      const running = findRunning(data.path);
      launcher.kill('SIGKILL');
      for (const pid of [running?.pid, ...(running?.processes.map((each) => each.pid) ?? [])]) kill(pid);
      launcher = launch();
    },
    async end() {
      if (launcher.exitCode === null && launcher.signalCode === null) {
        launcher.kill('SIGINT');
        await once(launcher, 'exit');
      }
      data.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the running build; undefined if none responds. */
async function readBuild(dataPath: string): Promise<string | undefined> {
  try {
    const { url, client } = connectCell(dataPath);
    const { update } = await callCell(createHttp({ url, token: client.adminKey }), getSoftware, {});
    return update.activeBuildID ?? undefined;
  } catch {
    return undefined;
  }
}

function launchBox(box: string, env: Readonly<Record<string, string>>): ChildProcess {
  countStart('cell');
  const { VITEST: _vitest, NODE_OPTIONS: _options, NODE_ENV: _env, ...rest } = process.env;
  const launcher = join(product, 'scripts', 'launch.mjs');
  return spawn(process.execPath, [launcher, box], { env: { ...rest, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
}

function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
