// Images of the product and of its stores without an engine: the built services as scripts/images collects them, on the
// Node.js of the Dockerfile, and the stores of Debian's packages.
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fetchNode } from '../containers/base-images.ts';
import { run } from '../containers/commands.ts';
import { servicesOfTheRepository } from '../containers/service-images.ts';
import { dnsImage } from './add-ons.ts';
import type { Cache } from './cache.ts';
import { downloadClosure, extractPackages } from './debian.ts';
import { type Image, type Layer, packLayer, writeArchive } from './image-archive.ts';
import { pauseImage } from './node.ts';
import type { ObtainOptions } from './obtain.ts';
import { bundleProbes } from './probes.ts';

export const storeRepository = (store: string) => `cellwright-check/${store}`;
export const storeTag = 'bookworm';
export const probeImage = 'cellwright-check/probe:1';

/** Users of the images, by name; those of the stores are the ones that the chart runs them as. */
const users = { root: 0, postgres: 70, redis: 999, nats: 1000, cellwright: 10_001 };
const nodePackages = ['libc6', 'libstdc++6'];
const storePackages = [
  ...['dash', 'coreutils', 'libc-bin', 'tzdata', 'postgresql', 'nats-server', 'redis-server', 'wget'],
];

export interface ImageOptions extends ObtainOptions {
  readonly cache: Cache;
  /** Folder for layers and archives. */
  readonly folder: string;
  /** Tags of the product's images: the same build under each. */
  readonly tags: readonly string[];
}

/** Packs pause and CoreDNS, which a node needs first. Returns the archive. */
export async function packSystemImages(options: ImageOptions): Promise<string> {
  const images: Image[] = [];
  for (const [program, tag] of [
    ['pause', pauseImage],
    ['coredns', dnsImage],
  ] as const) {
    const root = join(options.folder, 'roots', program);
    mkdirSync(root, { recursive: true });
    cpSync(options.cache.pathOf(program), join(root, program));
    const layer = await packLayer(root, options.folder, options);
    images.push({ tags: [tag], layers: [layer], config: { Entrypoint: [`/${program}`] } });
  }
  return await writeArchive(options.folder, images, { ...options, name: 'system.tar' });
}

/** Packs the images of a cell. The services must be built. Returns the archive. */
export async function packCellImages(options: ImageOptions): Promise<string> {
  const { folder, say, signal } = options;
  const base = await packBase(options);
  const images: Image[] = [await packProbe(options, base)];
  for (const service of servicesOfTheRepository()) {
    const root = resolve(folder, 'roots', service);
    await run('node', ['scripts/images/collect.mjs', service, join(root, 'app')], { signal, withinMS: 120_000 });
    const layer = await packLayer(root, folder, options);
    rmSync(root, { recursive: true });
    const tags = options.tags.map((tag) => `docker.io/cellwright/${service}:${tag}`);
    images.push({ tags, layers: [base, layer], config: serviceConfig(service) });
    say(`  ${service}`);
  }
  images.push(...(await packStores(options)));
  return await writeArchive(folder, images, { ...options, name: 'cell.tar' });
}

/** Reads the start of an image from the Dockerfile. */
function serviceConfig(service: string) {
  const text = readFileSync('Dockerfile', 'utf8');
  const [, block = ''] = /\nENV NODE_ENV((?:[^\n]*\\\n)*[^\n]*)/.exec(text) ?? [];
  const variables = `NODE_ENV${block}`.replace(/\\\n/g, ' ').trim().split(/\s+/);
  const [, user] = /\nUSER (\S+)/.exec(text) ?? [];
  return {
    ...(user !== undefined && { User: user }),
    Env: [defaultPath, ...variables.map((each) => each.replaceAll('$'.concat('{SERVICE}'), service))],
    ...{ Entrypoint: ['node'], Cmd: ['dist/main.js'], WorkingDir: `/app/services/${service}` },
  };
}

const defaultPath = 'PATH=/usr/local/bin:/usr/bin:/bin';

async function packBase(options: ImageOptions): Promise<Layer> {
  const root = await extractSystem('base', nodePackages, options);
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
  cpSync(join(await fetchNode(options.signal), 'node/bin/node'), join(root, 'usr/local/bin/node'));
  return await packLayer(root, options.folder, options);
}

/** Extracts Debian packages with what they depend on, and adds the users; the packages are downloaded once. */
async function extractSystem(name: string, packages: readonly string[], options: ImageOptions): Promise<string> {
  const root = join(options.folder, 'roots', name);
  const files = await downloadClosure(packages, join(options.cache.folder, `system-${name}`), options);
  await extractPackages(files, root, options);
  const lines = Object.entries(users).map(([user, id]) => `${user}:x:${id}:${id}::/:/usr/sbin/nologin\n`);
  writeFileSync(join(root, 'etc/passwd'), lines.join(''));
  writeFileSync(
    join(root, 'etc/group'),
    Object.entries(users)
      .map(([user, id]) => `${user}:x:${id}:\n`)
      .join(''),
  );
  rmSync(join(root, 'usr/share/doc'), { recursive: true, force: true });
  rmSync(join(root, 'usr/share/man'), { recursive: true, force: true });
  return root;
}

async function packStores(options: ImageOptions): Promise<Image[]> {
  const root = await extractSystem('stores', storePackages, options);
  const entry = join(root, 'usr/local/bin/postgres-entry.sh');
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
  cpSync('scripts/check/containers/stand-ins/postgres-entry.sh', entry);
  chmodSync(entry, 0o755);
  if (!existsSync(join(root, 'usr/bin/sh'))) symlinkSync('dash', join(root, 'usr/bin/sh'));
  const layer = await packLayer(root, options.folder, options);
  const Env = ['PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin'];
  const configs = {
    // The signal of the official image: the server ends its connections instead of waiting for them.
    postgres: { Env, Entrypoint: ['postgres-entry.sh'], StopSignal: 'SIGINT' },
    nats: { Env, Entrypoint: ['nats-server'] },
    redis: { Env, Cmd: ['redis-server'] },
  };
  return Object.entries(configs).map(([store, config]) => ({
    tags: [`docker.io/${storeRepository(store)}:${storeTag}`],
    ...{ layers: [layer], config },
  }));
}

/** An image with the programs that try the ports of the cell. */
async function packProbe(options: ImageOptions, base: Layer): Promise<Image> {
  const root = join(options.folder, 'roots', 'probe');
  mkdirSync(join(root, 'probe'), { recursive: true });
  await bundleProbes(join(root, 'probe'));
  const layer = await packLayer(root, options.folder, options);
  const config = { User: '10001:10001', Env: [defaultPath], Entrypoint: ['node'] };
  return { tags: [`docker.io/${probeImage}`], layers: [base, layer], config };
}
