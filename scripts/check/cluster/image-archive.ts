// Image archives in the format of `docker save`, packed without an engine: folders as layers, and a configuration with
// the start command.
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from '../containers/commands.ts';

/** A layer as a separate file. */
export interface Layer {
  readonly file: string;
  readonly digest: string;
}

export interface ImageConfig {
  readonly User?: string;
  readonly Env?: readonly string[];
  readonly Entrypoint?: readonly string[];
  readonly Cmd?: readonly string[];
  readonly WorkingDir?: string;
  readonly StopSignal?: string;
}

export interface Image {
  readonly tags: readonly string[];
  readonly layers: readonly Layer[];
  readonly config: ImageConfig;
}

interface PackOptions {
  readonly signal: AbortSignal;
}

/** Packs a folder as a layer into `target`; root owns all files. */
export async function packLayer(source: string, target: string, { signal }: PackOptions): Promise<Layer> {
  mkdirSync(target, { recursive: true });
  const part = join(target, `part-${process.pid}.tar`);
  const ownership = ['--numeric-owner', '--owner=0', '--group=0', '--sort=name', '--mtime=@0'];
  await run('tar', [...ownership, '-C', source, '-cf', part, '.'], { signal, withinMS: 300_000 });
  const hash = createHash('sha256');
  await pipeline(createReadStream(part), hash);
  const digest = hash.digest('hex');
  const file = `${digest}.tar`;
  renameSync(part, join(target, file));
  return { file, digest };
}

/** Writes an archive of images whose layers are in `folder`. Returns its path. */
export async function writeArchive(
  folder: string,
  images: readonly Image[],
  { signal, name = 'images.tar' }: PackOptions & { readonly name?: string },
): Promise<string> {
  const manifest = images.map(({ tags, layers, config }) => {
    const text = JSON.stringify({
      ...{ architecture: process.arch === 'arm64' ? 'arm64' : 'amd64', os: 'linux', config },
      rootfs: { type: 'layers', diff_ids: layers.map(({ digest }) => `sha256:${digest}`) },
      history: layers.map(() => ({ created_by: 'check:cluster' })),
    });
    const file = `${createHash('sha256').update(text).digest('hex')}.json`;
    writeFileSync(join(folder, file), text);
    return { Config: file, RepoTags: tags, Layers: layers.map((layer) => layer.file) };
  });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  const files = ['manifest.json', ...manifest.flatMap(({ Config, Layers }) => [Config, ...Layers])];
  const archive = join(folder, name);
  await run('tar', ['-C', folder, '-cf', archive, ...new Set(files)], { signal, withinMS: 300_000 });
  return archive;
}
