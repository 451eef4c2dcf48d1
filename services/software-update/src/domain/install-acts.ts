import { mkdir, statfs } from 'node:fs/promises';
import { type Clock, ProductError } from '@cellwright/domain/basics';
import { type BuildManifest, listBuildFiles } from '@cellwright/domain/software';
import { downloadFile, locateDownload, requireContent } from '../download/resumable-download.ts';
import type { Platform } from '../platform/platform.ts';
import type { Registry } from '../registry/registry.ts';
import type { BuildsClient, SignedBuilds, SignedFile } from '../trust/builds-client.ts';
import type { InstallActs } from './installer.ts';
import type { InstallRecord } from './journal.ts';

export interface InstallActsDeps {
  readonly platform: Platform;
  readonly client: Pick<BuildsClient, 'refresh'>;
  /** Opens the registry of an install: the box's own, or a stick. */
  readonly openRegistry: (source: string | null) => Registry;
  /** Folder of downloads. */
  readonly folder: string;
  /** Size of the database in bytes: it is copied for a rollback. */
  readonly readDatabaseSize: () => Promise<number>;
  readonly backUp: () => Promise<void>;
  readonly checkHealth: (record: InstallRecord, signal: AbortSignal) => Promise<void>;
  readonly forgetFormer: (record: InstallRecord) => Promise<void>;
  readonly report: (record: InstallRecord, error: string) => Promise<void>;
  readonly clock: Clock;
}

/** Free space that stays free, bytes. */
const reserveBytes = 200 * 1024 * 1024;

/** Returns the actions of an install: the common ones, based on those of the platform. */
export function createInstallActs(deps: InstallActsDeps): InstallActs {
  const { platform, client, openRegistry, folder, clock } = deps;
  const findFiles = async ({ build, source, isExpiredConfirmed }: InstallRecord, signal: AbortSignal) => {
    const registry = openRegistry(source);
    const signed = await client.refresh(registry, signal, { allowsExpired: isExpiredConfirmed });
    const files = listSignedFiles(signed, build);
    return { registry, files };
  };
  const locate = (files: readonly SignedFile[]) =>
    new Map(files.map((file) => [file.path, locateDownload(folder, file)]));
  const unending = new AbortController().signal;
  return {
    runningBuildID: platform.runningBuildID,
    readSelectedBuildID: () => platform.readSelectedBuildID(),
    readFailedBuildID: () => platform.readFailedBuildID(),
    async download(record, signal) {
      const { registry, files } = await findFiles(record, signal);
      await requireSpace(folder, files, await deps.readDatabaseSize());
      for (const file of files) await downloadFile({ registry, file, folder, clock, signal });
    },
    async verify(record) {
      const { files } = await findFiles(record, unending);
      for (const file of files) await requireContent(locateDownload(folder, file), file);
    },
    async importImages(record) {
      const { files } = await findFiles(record, unending);
      await platform.importImages(record.build, locate(files));
    },
    backUp: () => deps.backUp(),
    migrate: ({ build }) => platform.migrate(build),
    select: (buildID) => platform.select(buildID),
    restart: (reason) => platform.restart(reason),
    checkHealth: (record, signal) => deps.checkHealth(record, signal),
    commit: ({ build, fromBuildID }) => platform.commit(build, fromBuildID),
    forgetFormer: (record) => deps.forgetFormer(record),
    discard: ({ build }) => platform.discard(build.buildId),
    report: (record, error) => deps.report(record, error),
  };
}

/**
 * Returns the signed files of a build for this machine.
 * @throws ProductError not_found if the registry no longer offers exactly this build.
 */
function listSignedFiles(signed: SignedBuilds, build: BuildManifest): SignedFile[] {
  const offered = signed.builds.find(({ buildId }) => buildId === build.buildId);
  if (JSON.stringify(offered) !== JSON.stringify(build))
    throw new ProductError('not_found', `The registry does not offer the build ${build.name} any more`);
  return listBuildFiles(build, process.arch === 'arm64' ? 'arm' : 'x86').map((path) => {
    const file = signed.findFile(path);
    if (!file)
      throw new ProductError('not_found', `The registry has no signed file ${path} of the build ${build.name}`);
    requireFirmware(build, file);
    return file;
  });
}

/** @throws ProductError when signed firmware differs from the description of the build. */
function requireFirmware({ firmwareInfo, name }: BuildManifest, { path, length, sha256 }: SignedFile): void {
  const wrong = firmwareInfo.find(
    ({ binaryInfo }) => binaryInfo.path === path && (binaryInfo.size !== length || binaryInfo.checksum !== sha256),
  );
  if (wrong)
    throw new ProductError(
      'conflict',
      `The firmware of joint ${wrong.jointNumber} in the build ${name} has another size or checksum than described`,
    );
}

/** @throws ProductError when the files, twice because they are unpacked, and a copy of the database do not fit. */
async function requireSpace(folder: string, files: readonly SignedFile[], databaseSize: number): Promise<void> {
  const needed = files.reduce((sum, { length }) => sum + 2 * length, reserveBytes + databaseSize);
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= needed) return;
  const inMB = (bytes: number) => Math.ceil(bytes / 1_000_000);
  throw new ProductError(
    'conflict',
    `The disk has ${inMB(bavail * bsize)} MB free, and the build needs ${inMB(needed)} MB. Delete old backups or files`,
  );
}
