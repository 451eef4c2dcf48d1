import type { Logger } from '@cellwright/service-kit';
import { readPackageFile, readPackageFolders, startModuleProcess } from '@cellwright/service-kit';
import type { PackagesPort } from '@cellwright/steps/framework';
import { findPackagedStep, type KindPackage, loadKindPackages, setPackageFailure } from '@cellwright/steps/packaged';
import { maxProcessBytes, type ProcessLimits, usualProcessLimits } from '../code-blocks/isolated-process.ts';
import { hostLimits } from './host-lines.ts';
import { PackageHost } from './package-host.ts';

/** A package of this cell as clients see it. */
export interface PackageView {
  readonly folder: string;
  /** Undefined if its manifest cannot be read. */
  readonly name: string | undefined;
  readonly version: string | undefined;
  readonly state: 'starting' | 'ready' | 'failed';
  readonly problem: string | undefined;
  /** Count of processes that were lost since the start. */
  readonly restarts: number;
  /** Text of its manifest, for clients that show its kinds; undefined if it has no usable one. */
  readonly manifest: string | undefined;
}

export interface PackageHosts extends PackagesPort {
  list(): readonly PackageView[];
  close(): Promise<void>;
}

interface Hosted {
  readonly found: KindPackage;
  readonly manifest: string | undefined;
  readonly host: PackageHost | undefined;
  state: PackageView['state'];
  problem: string | undefined;
}

export interface PackageHostsOptions {
  /** Folder with a folder for each package; undefined for none. */
  readonly path: string | undefined;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly limits?: ProcessLimits;
}

/** Loads the packages of a cell, each in a process of its own, and plays their steps there. */
export function startPackageHosts({ path, log, limits = usualProcessLimits }: PackageHostsOptions): PackageHosts {
  const folders = readPackageFolders(path);
  const texts = new Map(folders.map(({ folder, manifest }) => [folder, manifest.ok ? manifest.value : undefined]));
  const hosted = loadKindPackages(folders).map((found): Hosted => startHost(found, texts.get(found.folder)));
  const byName = new Map(hosted.flatMap((each) => (each.host ? [[each.found.manifest?.name, each.host]] : [])));

  function startHost(found: KindPackage, manifest: string | undefined): Hosted {
    const refused = (problem: string): Hosted => {
      log.warn('a package of kinds is not used', { folder: found.folder, problem });
      return { found, manifest, host: undefined, state: 'failed', problem };
    };
    if (found.problem !== undefined || found.manifest === undefined) return refused(found.problem ?? 'It is empty');
    const { name, version, main } = found.manifest;
    const source = readPackageFile(path ?? '', found.folder, main, hostLimits.sourceCharacters);
    if (!source.ok) {
      setPackageFailure(name, source.error);
      return refused(source.error);
    }
    const kinds = found.steps.map(({ step }) => step.kind);
    const host = new PackageHost(
      { name, kinds, source: source.value },
      {
        limits,
        start: startProcess,
        onState(problem) {
          each.state = problem === undefined ? 'ready' : 'failed';
          each.problem = problem;
          setPackageFailure(name, problem);
          if (problem === undefined) log.info('a package of kinds is ready', { package: name, version });
          else log.warn('a package of kinds failed', { package: name, version, problem });
        },
      },
    );
    const each: Hosted = { found, manifest, host, state: 'starting', problem: undefined };
    void host.start();
    return each;
  }

  return {
    async run({ kind, args }, calls, signal) {
      const found = findPackagedStep(kind);
      const host = found && byName.get(found.manifest.name);
      if (host) return host.run(found.step.kind, args, calls, signal);
      return { ok: false, failure: { kind: 'ExecutionFailure', message: `The package of ${kind} is not loaded` } };
    },
    list: () => hosted.map(describe),
    async close() {
      await Promise.all(hosted.map(({ host }) => host?.close()));
    },
  };
}

function startProcess() {
  return startModuleProcess(import.meta.url, './package-process.ts', {
    flags: ['--max-old-space-size=64', '--max-semi-space-size=2'],
    packages: ['quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync', 'acorn', 'zod'],
    maxMemoryBytes: maxProcessBytes,
  });
}

function describe({ found, manifest, host, state, problem }: Hosted): PackageView {
  const { name, version } = found.manifest ?? {};
  const usable = found.problem === undefined ? manifest : undefined;
  return { folder: found.folder, name, version, state, problem, restarts: host?.restarts ?? 0, manifest: usable };
}
