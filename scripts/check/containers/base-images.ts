// Third-party images: the base of every service, and those of the stores. They exist locally or come from their
// registry; if one cannot be pulled, a stand-in is created from Debian's packages, so that everything else can be
// checked.
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './commands.ts';
import type { Engine } from './engine.ts';
import { ensurePackages } from './packages.ts';
import { NotRun } from './report.ts';

export interface BaseImages {
  readonly base: string;
  readonly postgres: string;
  readonly nats: string;
  readonly redis: string;
  /** Images created here in place of ones that could not be pulled. */
  readonly standIns: readonly string[];
  readonly [figure: string]: unknown;
}

const names = ['base', 'postgres', 'nats', 'redis'] as const;
type Name = (typeof names)[number];

export interface BaseImageOptions {
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
  /** True to use stand-ins for all, without a registry. */
  readonly isOffline: boolean;
}

const standInsFolder = 'scripts/check/containers/stand-ins';
const cache = '.cache/containers';
/** Node.js version of stand-ins, of the major version in the Dockerfile. */
const nodeVersion = '24.21.0';
const debian = 'cellwright-check/debian:bookworm';

/** Returns the images named by default in the Dockerfile and the compose file. */
export function namedImages(): Record<Name, string> {
  const [, base] = /^ARG BASE_IMAGE=(\S+)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
  const compose = readFileSync('docker-compose.yml', 'utf8');
  const store = (variable: string) => new RegExp(`\\$\\{${variable}:-([^}]+)\\}`).exec(compose)?.[1];
  const found = { base, postgres: store('POSTGRES_IMAGE'), nats: store('NATS_IMAGE'), redis: store('REDIS_IMAGE') };
  const { postgres, nats, redis } = found;
  if (!base || !postgres || !nats || !redis) throw new Error('the Dockerfile or the compose file names no image');
  return { base, postgres, nats, redis };
}

/**
 * Obtains the images.
 * @throws NotRun when an image is not available in any way.
 */
export async function obtainBaseImages(engine: Engine, options: BaseImageOptions): Promise<BaseImages> {
  const images = namedImages();
  const standIns: Name[] = [];
  for (const name of names) {
    if (options.isOffline || !(await isThere(engine, images[name], options.signal))) standIns.push(name);
    // If one cannot be pulled, others cannot either, and trying takes time.
    if (standIns.length > 0) break;
  }
  if (standIns.length === 0) return { ...images, standIns };
  options.say('No image can be pulled: making stand-ins of Debian packages…');
  const missing = names.slice(names.indexOf(standIns[0] ?? 'base'));
  await importDebian(engine, options);
  for (const name of missing) images[name] = await makers[name](engine, options);
  return { ...images, standIns: missing };
}

async function isThere(engine: Engine, image: string, signal: AbortSignal): Promise<boolean> {
  for (const args of [
    ['image', 'inspect', image],
    ['pull', '--quiet', image],
  ]) {
    const isDone = await engine.docker(args, { withinMS: 300_000 }).then(
      () => true,
      () => false,
    );
    signal.throwIfAborted();
    if (isDone) return true;
  }
  return false;
}

/** Imports a bare Debian, cached between checks. */
async function importDebian(engine: Engine, options: BaseImageOptions): Promise<void> {
  const archive = join(cache, 'debian-bookworm.tar');
  if (!existsSync(archive)) {
    await ensurePackages(['mmdebstrap'], ['/usr/bin/mmdebstrap'], options);
    mkdirSync(cache, { recursive: true });
    const include = '--include=libstdc++6,ca-certificates';
    const part = `${archive}.part.tar`;
    await run('mmdebstrap', ['--variant=minbase', include, '--dpkgopt=force-unsafe-io', 'bookworm', part], {
      ...{ signal: options.signal, withinMS: 400_000 },
    }).catch((error: unknown) => {
      options.signal.throwIfAborted();
      throw new NotRun(
        `no base image can be pulled, and none can be made: ${error instanceof Error ? error.message : error}`,
      );
    });
    renameSync(part, archive);
  }
  await engine.docker(['import', archive, debian], { withinMS: 120_000 });
}

const makers: Record<Name, (engine: Engine, options: BaseImageOptions) => Promise<string>> = {
  base: makeBase,
  postgres: (engine) => makeStore(engine, 'postgres'),
  nats: (engine) => makeStore(engine, 'nats'),
  redis: (engine) => makeStore(engine, 'redis'),
};

/** Creates a base image with the Node.js of the Dockerfile and the npm of the repository, from their packages. */
async function makeBase(engine: Engine, { signal }: BaseImageOptions): Promise<string> {
  const folder = await fetchNode(signal);
  return await build(engine, 'base', ['--file', join(standInsFolder, 'base.Dockerfile'), folder]);
}

/** Downloads the Node.js of the Dockerfile, and the npm of the repository, once; returns the folder with both. */
export async function fetchNode(signal: AbortSignal): Promise<string> {
  const { base } = namedImages();
  if (!base.startsWith(`node:${nodeVersion.split('.')[0]}-`)) throw new Error(`no stand-in for ${base} is known`);
  const { packageManager } = JSON.parse(readFileSync('package.json', 'utf8'));
  const folder = join(cache, `node-${nodeVersion}`);
  if (existsSync(join(folder, 'npm'))) return folder;
  const part = `${folder}.part`;
  await run('rm', ['-rf', part]);
  for (const [name, packed] of [
    ['node', `node-linux-${process.arch}@${nodeVersion}`],
    ['npm', packageManager],
  ]) {
    mkdirSync(join(part, name), { recursive: true });
    const listed = await run('npm', ['pack', '--silent', '--json', packed], { signal, cwd: part, withinMS: 200_000 });
    const file = readPacked(listed);
    await run('tar', ['-xzf', file, '-C', name, '--strip-components=1'], { signal, cwd: part });
  }
  await run('rm', ['-rf', folder]);
  renameSync(part, folder);
  return folder;
}

/** Parses the file name in the output of `npm pack --json`. */
function readPacked(text: string): string {
  const packed: unknown = JSON.parse(text);
  const last: unknown = Array.isArray(packed) ? packed.at(-1) : undefined;
  if (typeof last === 'object' && last !== null && 'filename' in last) return String(last.filename);
  throw new Error(`npm pack says nothing of a file: ${text.slice(0, 200)}`);
}

async function makeStore(engine: Engine, name: Exclude<Name, 'base'>): Promise<string> {
  return await build(engine, name, [
    '--target',
    name,
    '--file',
    join(standInsFolder, 'stores.Dockerfile'),
    standInsFolder,
  ]);
}

async function build(engine: Engine, name: string, args: readonly string[]): Promise<string> {
  const tag = `cellwright-check/${name}:bookworm`;
  await engine.docker(['build', '--network=host', '--tag', tag, '--build-arg', `DEBIAN=${debian}`, ...args], {
    withinMS: 400_000,
  });
  return tag;
}
