import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@cellwright/domain/basics';
import { type BuildManifest, buildManifestSchema, buildPathFor, sha256Schema } from '@cellwright/domain/software';
import * as z from 'zod';
import { MissingFileError, type Registry } from '../registry/registry.ts';
import { findAttack, UntrustedRegistryError } from './attacks.ts';

/** A file that was signed: its place in the registry, and the content it must have. */
export interface SignedFile {
  readonly path: string;
  /** Path in the registry, with the hash in the name. */
  readonly storedPath: string;
  readonly length: number;
  readonly sha256: string;
}

/** Verified content of a registry. */
export interface SignedBuilds {
  readonly builds: readonly BuildManifest[];
  findFile(path: string): SignedFile | undefined;
}

export interface RefreshOptions {
  /** True if expired metadata is accepted. Its versions may still not be lower than those that this box has seen. */
  readonly allowsExpired?: boolean;
}

export interface BuildsClientOptions {
  /** Folder of the trusted metadata; it must outlive all other data of the box. */
  readonly folder: string;
  /** Returns the root metadata that this box trusts at first, as text. */
  readonly readRoot: () => string;
  readonly clock: Clock;
}

/** The clock of this box is behind the time of metadata that it has accepted before. */
export class ClockBehindError extends Error {
  constructor(trusted: Date) {
    super(
      `The clock of this box is behind ${trusted.toISOString().slice(0, 16)}Z, when it last checked for builds. Set the clock`,
    );
  }
}

const targetsSchema = z.object({
  signed: z.object({
    targets: z.record(
      z.string(),
      z.object({
        length: z.number().int().min(0),
        hashes: z.object({ sha256: sha256Schema }),
        custom: z.object({ build: z.unknown() }).optional().catch(undefined),
      }),
    ),
  }),
});

/** Creates the client that verifies the builds of a registry, with the metadata that this box trusts. */
export function createBuildsClient({ folder, readRoot, clock }: BuildsClientOptions) {
  const timeFile = join(folder, 'trusted-time');
  return {
    /**
     * Reads the builds of a registry.
     * @throws UntrustedRegistryError naming the attack; ClockBehindError; other errors when it cannot be reached.
     */
    async refresh(registry: Registry, signal: AbortSignal, options: RefreshOptions = {}): Promise<SignedBuilds> {
      const now = clock.wallNow();
      const trusted = existsSync(timeFile) ? new Date(readFileSync(timeFile, 'utf8')) : undefined;
      if (trusted && now < trusted) throw new ClockBehindError(trusted);
      mkdirSync(folder, { recursive: true });
      const rootFile = join(folder, 'root.json');
      if (!existsSync(rootFile)) writeWhole(rootFile, readRoot());
      await runUpdater(folder, registry, signal, options);
      writeWhole(timeFile, now.toISOString());
      return readBuilds(readFileSync(join(folder, 'targets.json'), 'utf8'));
    },
  };
}

export type BuildsClient = ReturnType<typeof createBuildsClient>;

/** Loads the TUF client only when it is needed: a box looks for builds rarely. */
async function runUpdater(
  folder: string,
  registry: Registry,
  signal: AbortSignal,
  { allowsExpired = false }: RefreshOptions,
): Promise<void> {
  const { Updater, BaseFetcher } = await import('tuf-js');
  const { DownloadHTTPError } = await import('tuf-js/dist/error.js');
  let failure: unknown;
  class RegistryFetcher extends BaseFetcher {
    override async fetch(url: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
      try {
        const { bytes } = await registry.read(url.replace(/^registry:\/*/, ''), 0, signal);
        return ReadableStream.from(copied(bytes));
      } catch (error) {
        // The client requests the next root until there is none.
        if (error instanceof MissingFileError) throw new DownloadHTTPError(error.message, 404);
        failure = error;
        throw error;
      }
    }
  }
  const updater = new Updater({
    metadataDir: folder,
    metadataBaseUrl: 'registry://metadata',
    fetcher: new RegistryFetcher(),
  });
  if (allowsExpired) acceptExpired(updater);
  try {
    await updater.refresh();
  } catch (error) {
    const attack = findAttack(error);
    if (attack === undefined && failure !== undefined) throw failure;
    throw new UntrustedRegistryError(attack, error);
  }
}

/** Makes the client compare validity with the earliest time. It has no option for that, and no other use of the time. */
function acceptExpired(updater: object): void {
  const trusted = Object(Reflect.get(updater, 'trustedSet'));
  if (!(Reflect.get(trusted, 'referenceTime') instanceof Date))
    throw new Error('This version of the TUF client checks validity in another way');
  Reflect.set(trusted, 'referenceTime', new Date(0));
}

async function* copied(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const chunk of bytes) yield new Uint8Array(chunk);
}

function readBuilds(text: string): SignedBuilds {
  const { targets } = targetsSchema.parse(JSON.parse(text)).signed;
  const builds = Object.entries(targets).flatMap(([path, { custom }]) => {
    // A newer description that this version cannot read is not offered.
    const build = buildManifestSchema.safeParse(custom?.build);
    return build.success && path === buildPathFor(build.data.buildId) ? [build.data] : [];
  });
  return {
    builds,
    findFile(path) {
      const file = targets[path];
      if (!file) return undefined;
      const { length, hashes } = file;
      const slash = path.lastIndexOf('/') + 1;
      const storedPath = `targets/${path.slice(0, slash)}${hashes.sha256}.${path.slice(slash)}`;
      return { path, storedPath, length, sha256: hashes.sha256 };
    },
  };
}

function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
