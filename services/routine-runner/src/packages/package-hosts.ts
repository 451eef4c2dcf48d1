import type { Logger } from '@cellwright/service-kit';
import { readPackageFile, readPackageFolders } from '@cellwright/service-kit';
import {
  hostLimits,
  PackageHost,
  type ProcessLimits,
  startPackageProcess,
  usualProcessLimits,
} from '@cellwright/service-kit/sandbox/hosts';
import type { PackagesPort } from '@cellwright/steps/framework';
import {
  findPackagedStep,
  type KindPackage,
  loadKindPackages,
  packageCallNames,
  setPackageFailure,
} from '@cellwright/steps/packaged';

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
  const hosted = loadKindPackages(folders).map((found) =>
    startHost({ path: path ?? '', found, manifest: texts.get(found.folder), log, limits }),
  );
  const byName = new Map(hosted.flatMap((each) => (each.host ? [[each.found.manifest?.name, each.host]] : [])));
  return {
    async run({ kind, args }, calls, signal) {
      const found = findPackagedStep(kind);
      const host = found && byName.get(found.manifest.name);
      const entry = { kind: 'step', name: found?.step.kind ?? '' } as const;
      if (host) return host.run({ entry, args, calls, callNames: packageCallNames }, signal);
      return { ok: false, failure: { kind: 'ExecutionFailure', message: `The package of ${kind} is not loaded` } };
    },
    list: () => hosted.map(describe),
    async close() {
      await Promise.all(hosted.map(({ host }) => host?.close()));
    },
  };
}

interface HostRequest extends Required<PackageHostsOptions> {
  readonly path: string;
  readonly found: KindPackage;
  /** Text of its manifest. */
  readonly manifest: string | undefined;
}

/** Starts the process of a package with step kinds. A package that cannot be used gets none. */
function startHost({ path, found, manifest, log, limits }: HostRequest): Hosted {
  const withoutHost = (problem: string | undefined): Hosted => {
    if (problem !== undefined) log.warn('a package of kinds is not used', { folder: found.folder, problem });
    return { found, manifest, host: undefined, state: problem === undefined ? 'ready' : 'failed', problem };
  };
  if (found.problem !== undefined || found.manifest === undefined) return withoutHost(found.problem ?? 'It is empty');
  const { name, version, main } = found.manifest;
  const source = readPackageFile(path, found.folder, main, hostLimits.sourceCharacters);
  if (!source.ok) {
    setPackageFailure(name, source.error);
    return withoutHost(source.error);
  }
  if (found.steps.length === 0) return withoutHost(undefined);
  const exported = found.steps.map(({ step }) => `steps.${step.kind}`);
  const host = new PackageHost(
    { name, exported, source: source.value },
    {
      limits,
      start: startPackageProcess,
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

function describe({ found, manifest, host, state, problem }: Hosted): PackageView {
  const { name, version } = found.manifest ?? {};
  const usable = found.problem === undefined ? manifest : undefined;
  return { folder: found.folder, name, version, state, problem, restarts: host?.restarts ?? 0, manifest: usable };
}
