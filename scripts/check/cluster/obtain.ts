// Builds and downloads missing programs of a cluster into the cache.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../containers/commands.ts';
import { NotRun, round } from '../containers/report.ts';
import {
  type Cache,
  checksumsFile,
  type DebianProgram,
  findMissing,
  type GoProgram,
  goPrograms,
  isDebianProgram,
  kubernetesVersion,
  type Program,
  readChecksums,
  sha256,
} from './cache.ts';
import { extractPackages, findPackageFiles } from './debian.ts';

export interface ObtainOptions {
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
}

/** Folders with a go.mod and a go.sum, which pin each module with its checksum. */
const modules = fileURLToPath(new URL('programs', import.meta.url));
const buildWithinMS = 3_600_000;

/** Debian packages of the programs, and the libraries that these load. */
const hostPackages = [
  ...['etcd-server', 'containerd', 'runc', 'containernetworking-plugins', 'iptables', 'ipset'],
  ...['libseccomp2', 'libxtables12', 'libip4tc2', 'libip6tc2', 'libmnl0', 'libnftnl11', 'libnfnetlink0'],
  ...['libnetfilter-conntrack3', 'libipset13'],
] as const;

/**
 * Builds or downloads the programs into the cache.
 * @throws NotRun with the missing tool, CommandError when a build or download fails.
 */
export async function obtain(cache: Cache, programs: readonly Program[], options: ObtainOptions): Promise<void> {
  const missing = findMissing(cache, programs);
  if (missing.length === 0) return;
  const fromDebian = missing.filter(isDebianProgram);
  const fromGo = missing.filter((program): program is GoProgram => !isDebianProgram(program));
  refuseWithoutTools(fromDebian, fromGo);
  mkdirSync(join(cache.folder, 'bin'), { recursive: true });
  if (fromDebian.length > 0) await obtainFromDebian(cache, fromDebian, options);
  for (const program of fromGo) await buildProgram(cache, program, options);
}

function refuseWithoutTools(fromDebian: readonly DebianProgram[], fromGo: readonly GoProgram[]): void {
  const answers = (command: string, args: readonly string[]) =>
    spawnSync(command, args, { stdio: 'ignore', timeout: 10_000 }).status === 0;
  if (fromDebian.length > 0 && !(answers('apt-get', ['--version']) && answers('dpkg-deb', ['--version'])))
    throw new NotRun(`${fromDebian.join(', ')} come from Debian packages, and this is no Debian (apt-get, dpkg-deb)`);
  if (fromGo.length > 0 && !answers('go', ['version']))
    throw new NotRun(
      `${fromGo.join(', ')} are built of Go modules, and there is no go on the PATH (https://go.dev/dl)`,
    );
}

async function obtainFromDebian(cache: Cache, programs: readonly DebianProgram[], options: ObtainOptions) {
  options.say(`Debian packages for ${programs.join(', ')}…`);
  const downloads = join(cache.folder, 'packages');
  await downloadPackages(downloads, options);
  const files = findPackageFiles(downloads, hostPackages);
  await extractPackages(files, join(cache.folder, 'debian'), options);
  for (const program of programs) remember(cache, program);
}

/** apt-get compares each file with the checksum in the signed list of the archive. */
async function downloadPackages(folder: string, { signal }: ObtainOptions): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const download = () =>
    run('apt-get', ['download', '-qq', ...hostPackages], { signal, cwd: folder, withinMS: 300_000 });
  await download().catch(async () => {
    signal.throwIfAborted();
    await run('apt-get', ['update', '-qq'], { signal, withinMS: 180_000 });
    return await download();
  });
}

async function buildProgram(cache: Cache, program: GoProgram, { signal, say }: ObtainOptions): Promise<void> {
  const startedAt = performance.now();
  say(`Building ${program} (minutes)…`);
  const target = cache.pathOf(program);
  // Runs with lower priority, because it uses all processors for minutes. GOFLAGS=-p=1 limits it to one.
  const [module, source] = goPrograms[program];
  const args = ['build', '-buildvcs=false', '-trimpath', '-ldflags', linkerFlags(), '-o', target, source];
  await run('nice', ['-n', '19', 'go', ...args], {
    ...{ signal, cwd: join(modules, module), withinMS: buildWithinMS },
    env: { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' },
  });
  remember(cache, program);
  say(`  ${program}: built after ${round((performance.now() - startedAt) / 1000)} s`);
}

/** A build from a module does not know its version; clients and nodes compare it. */
function linkerFlags(): string {
  const [major = '', minor = ''] = kubernetesVersion.split('.');
  const values = { gitVersion: `v${kubernetesVersion}`, gitMajor: major, gitMinor: minor, gitTreeState: 'clean' };
  const settings = Object.entries(values).map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`);
  return ['-s', '-w', ...settings].join(' ');
}

function remember(cache: Cache, program: Program): void {
  const path = cache.pathOf(program);
  if (!existsSync(path)) throw new Error(`${basename(dirname(path))}/${basename(path)} was not made`);
  const checksums = { ...readChecksums(cache), [program]: sha256(path) };
  writeFileSync(checksumsFile(cache), `${JSON.stringify(checksums, undefined, 2)}\n`);
}

/** Folder of the libraries of the Debian programs, for LD_LIBRARY_PATH. */
export function libraryFolder(cache: Cache): string {
  const triple = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
  return resolve(cache.folder, 'debian/usr/lib', triple);
}
