import type { DeviceModules } from '@cellwright/equipment/drivers';
import { type Logger, readPackageFile, readPackageFolders } from '@cellwright/service-kit';
import {
  hostLimits,
  PackageHost,
  type ProcessLimits,
  startPackageProcess,
  usualProcessLimits,
} from '@cellwright/service-kit/sandbox/hosts';
import { type KindPackage, loadKindPackages } from '@cellwright/steps/packaged';

export interface DeviceModulesDeps {
  /** Folder with a folder for each package; undefined for none. */
  readonly path: string | undefined;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly limits?: ProcessLimits;
}

/** Modules of the packages of this cell. */
export interface PackagedModules extends DeviceModules {
  close(): Promise<void>;
}

/**
 * Loads the device kinds of packages, and runs their modules, each package in a process of its own. A process starts
 * with the first device of its package.
 */
export function createDeviceModules({ path, log, limits = usualProcessLimits }: DeviceModulesDeps): PackagedModules {
  const hosts = new Map<string, PackageHost | string>();
  const owners = new Map<string, KindPackage>();
  for (const found of loadKindPackages(readPackageFolders(path)))
    for (const { kind } of found.devices) owners.set(kind, found);

  const findHost = (kind: string): PackageHost | string => {
    const found = owners.get(kind);
    if (found?.manifest === undefined) return `The package of ${kind} is not loaded`;
    const { name } = found.manifest;
    const host = hosts.get(name) ?? openHost(found, { path: path ?? '', log, limits });
    hosts.set(name, host);
    return host;
  };
  return {
    async run({ kind, part, settings, calls, callNames }, signal) {
      const host = findHost(kind);
      if (typeof host === 'string') return host;
      const entry = { kind: part, name: kind.slice(kind.indexOf('/') + 1) };
      const ended = await host.run({ entry, args: settings, calls, callNames }, signal);
      if (ended.ok) return 'The module of the package ended';
      return 'stopped' in ended ? 'It was stopped' : ended.failure.message;
    },
    async close() {
      await Promise.all([...hosts.values()].map((host) => (typeof host === 'string' ? undefined : host.close())));
    },
  };
}

/** Returns the process of a package, which is not started yet, or why it has none. */
function openHost(
  { folder, manifest, devices }: KindPackage,
  { path, log, limits }: Required<DeviceModulesDeps> & { readonly path: string },
): PackageHost | string {
  if (manifest === undefined) return `The package in ${folder} cannot be read`;
  const { name, version, main } = manifest;
  const source = readPackageFile(path, folder, main, hostLimits.sourceCharacters);
  if (!source.ok) return `The package ${name} cannot be used. ${source.error}`;
  const exported = devices.map(({ declared }) => `devices.${declared.kind}`);
  return new PackageHost(
    { name, exported, source: source.value },
    {
      limits,
      start: startPackageProcess,
      onState(problem) {
        if (problem === undefined) log.info('the device kinds of a package are ready', { package: name, version });
        else log.warn('the device kinds of a package failed', { package: name, version, problem });
      },
    },
  );
}
