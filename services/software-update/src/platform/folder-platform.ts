import { spawn } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join, normalize } from 'node:path';
import type { BuildManifest } from '@cellwright/domain/software';
import type { Platform } from './platform.ts';

export interface FolderPlatformOptions {
  /** Folder with `releases/<build>` and the link `current`. */
  readonly folder: string;
  readonly runningBuildID: string;
  /** Ends this process in order; the launcher starts the selected build. */
  readonly restart: (reason: string) => void;
  /** Image that contains a release. */
  readonly imageName?: string;
  /** Called between the steps of an act; for tests. */
  readonly onStep?: (step: string) => Promise<void> | void;
}

/** Written by scripts/launch.mjs: the build that did not start. */
const failedStartFile = 'failed-start';

/** Read by scripts/launch.mjs: the build to return to if a new one does not start. */
const committedFile = 'committed';

/** Number of releases that are kept in addition to the running and the previous one. */
const keptReleases = 2;

/** Platform of releases in folders: `current` links to the one that the next start runs. */
export function createFolderPlatform(options: FolderPlatformOptions): Platform {
  const { folder, runningBuildID, imageName = 'cell', onStep = () => undefined } = options;
  const releases = join(folder, 'releases');
  const current = join(folder, 'current');
  const releaseFolder = (buildID: string) => join(releases, buildID);
  const readSelectedBuildID = async () => basename(await readlink(current));
  const select = async (buildID: string) => {
    // A build that is missing would leave a box without any.
    await lstat(releaseFolder(buildID));
    const link = `${current}.new`;
    await rm(link, { force: true });
    await symlink(join('releases', buildID), link);
    await onStep('link');
    await rename(link, current);
  };
  return {
    runningBuildID,
    unavailable: undefined,
    readSelectedBuildID,
    async readFailedBuildID() {
      const text = await readFile(join(folder, failedStartFile), 'utf8').catch(() => '');
      return text.trim() || undefined;
    },
    async importImages(build, files) {
      await rm(join(folder, failedStartFile), { force: true });
      const target = releaseFolder(build.buildId);
      const incoming = `${target}.incoming`;
      await rm(incoming, { recursive: true, force: true });
      // Complete since an earlier try: a folder is renamed at its end only.
      if (await exists(target)) return;
      await mkdir(incoming, { recursive: true });
      await onStep('folder');
      await unpack(findArchive(build, imageName, files), incoming);
      await onStep('unpacked');
      await writeFile(join(incoming, 'build.json'), JSON.stringify(build));
      await rename(incoming, target);
    },
    // Migrations are applied by the new build at its start, from its own folder.
    migrate: async ({ buildId }) => void (await lstat(releaseFolder(buildId))),
    select,
    restart: options.restart,
    async commit({ buildId }, formerBuildID) {
      const committed = join(folder, committedFile);
      await writeFile(`${committed}.new`, buildId);
      await rename(`${committed}.new`, committed);
      const kept = new Set([buildId, formerBuildID, runningBuildID]);
      const others = (await readdir(releases)).filter((name) => !kept.has(name)).sort();
      // One that cannot be removed now is removed with the next build.
      for (const name of others.slice(0, Math.max(others.length - keptReleases, 0)))
        await rm(releaseFolder(name), { recursive: true, force: true }).catch(() => undefined);
    },
    async discard(buildID) {
      if (buildID === runningBuildID || buildID === (await readSelectedBuildID())) return;
      await rm(`${releaseFolder(buildID)}.incoming`, { recursive: true, force: true });
      await rm(releaseFolder(buildID), { recursive: true, force: true });
    },
  };
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** Returns the local file of the image that contains a release for this machine. */
function findArchive(build: BuildManifest, imageName: string, files: ReadonlyMap<string, string>): string {
  const image = build.imagesToPull.find(({ name }) => name === imageName);
  const path = process.arch === 'arm64' ? image?.armUrl : image?.x86Url;
  const file = path === undefined ? undefined : files.get(path);
  if (file === undefined)
    throw new Error(`The build ${build.name} has no image '${imageName}' for this machine (${process.arch})`);
  return file;
}

/**
 * Unpacks an archive into an empty folder.
 * @throws Error when it would write outside the folder.
 */
async function unpack(archive: string, folder: string): Promise<void> {
  const names = (await runTar(['--list', '--file', archive])).split('\n');
  const outside = names.find((name) => name.startsWith('/') || normalize(name).startsWith('..'));
  if (outside !== undefined)
    throw new Error(`The archive has the file ${outside} outside its folder. It was not unpacked`);
  await runTar(['--extract', '--no-same-owner', '--file', archive, '--directory', folder]);
}

function runTar(args: readonly string[]): Promise<string> {
  const child = spawn('tar', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { text: '', problem: '' };
  child.stdout.on('data', (chunk) => (output.text += chunk));
  child.stderr.on('data', (chunk) => (output.problem = `${output.problem}${chunk}`.slice(-1000)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output.text);
      else reject(new Error(`The archive cannot be unpacked: ${output.problem.trim()}`));
    });
  });
}
