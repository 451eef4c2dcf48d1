import { devicePackageMissing, setPackagedDevices } from '@cellwright/equipment/contracts';
import { createPackagedDevice, type PackagedDevice } from '@cellwright/equipment/packaged';
import { packageNotInstalled, setPackagedContracts } from '../step-contracts.ts';
import { type PackageManifest, readManifest } from './manifest.ts';
import { createPackagedStep, type PackagedStep } from './packaged-contract.ts';

/** A folder below the cell's folder of packages, as it was read. */
export interface PackageFolder {
  /** Name of the folder. */
  readonly folder: string;
  /** Text of its manifest, or why it cannot be read. */
  readonly manifest: { readonly ok: true; readonly value: string } | { readonly ok: false; readonly error: string };
}

/** A package of the cell. */
export interface KindPackage {
  readonly folder: string;
  /** Undefined if it cannot be read. */
  readonly manifest: PackageManifest | undefined;
  readonly steps: readonly PackagedStep[];
  readonly devices: readonly PackagedDevice[];
  /** Why none of its kinds can be used; undefined if they can. */
  readonly problem: string | undefined;
}

let packagedSteps: ReadonlyMap<string, PackagedStep> = new Map();
/** Why packages that are loaded cannot play, by name; only known where their processes are. */
const failures = new Map<string, string>();

/** Returns a step kind of a loaded package. */
export function findPackagedStep(kind: string): PackagedStep | undefined {
  return packagedSteps.get(kind);
}

/** Loads the kinds of packages into this process, in place of those before. Wrong packages are refused one by one. */
export function loadKindPackages(folders: readonly PackageFolder[]): readonly KindPackage[] {
  failures.clear();
  const packages = refuseSameNames(folders.map(readPackage));
  const steps = packages.flatMap((each) => each.steps);
  packagedSteps = new Map(steps.map((step) => [step.contract.kind, step]));
  const byName = new Map(packages.map((each) => [each.manifest?.name ?? each.folder, each]));
  setPackagedContracts({
    contracts: steps.map(({ contract }) => contract),
    refuse: (kind) => refuseMissing({ kind, what: 'step kind', missing: packageNotInstalled }, byName),
  });
  setPackagedDevices({
    devices: packages.flatMap((each) => each.devices),
    refuse: (kind) => refuseMissing({ kind, what: 'device kind', missing: devicePackageMissing }, byName),
  });
  return packages;
}

/** Records why a package cannot play, or that it can: its steps are then refused before a run starts. */
export function setPackageFailure(packageName: string, problem: string | undefined): void {
  if (problem === undefined) failures.delete(packageName);
  else failures.set(packageName, problem);
}

function readPackage({ folder, manifest: text }: PackageFolder): KindPackage {
  const refused = (problem: string, manifest?: PackageManifest) => ({
    ...{ folder, manifest, problem },
    ...{ steps: [], devices: [] },
  });
  if (!text.ok) return refused(text.error);
  const read = readManifest(text.value);
  if (!read.ok) return refused(read.error);
  const { value: manifest } = read;
  const refuseToPlay = () => {
    const problem = failures.get(manifest.name);
    return problem === undefined ? undefined : cannotBeUsed(manifest.name, problem);
  };
  try {
    const steps = manifest.steps.map((step) =>
      explain(`The step kind ${step.kind}`, () => createPackagedStep(manifest, step, refuseToPlay)),
    );
    const devices = manifest.devices.map((device) =>
      explain(`The device kind ${device.kind}`, () => createPackagedDevice(manifest.name, device)),
    );
    return { folder, manifest, steps, devices, problem: undefined };
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error), manifest);
  }
}

/** Returns the created kind. @throws Error with the kind and what is wrong with it */
function explain<Kind>(name: string, create: () => Kind): Kind {
  try {
    return create();
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Neither of two packages with one name is used: a routine could not tell which it gets. */
function refuseSameNames(packages: readonly KindPackage[]): readonly KindPackage[] {
  return packages.map((each) => {
    const name = each.manifest?.name;
    const alike = packages.filter(({ manifest }) => name !== undefined && manifest?.name === name);
    if (alike.length < 2) return each;
    const folders = alike.map(({ folder }) => folder).join(' and ');
    return {
      ...each,
      steps: [],
      devices: [],
      problem: `The folders ${folders} contain the same package ${name}. Remove one`,
    };
  });
}

interface MissingKind {
  readonly kind: string;
  readonly what: 'step kind' | 'device kind';
  /** Returns the message for a package that is not installed. */
  missing(kind: string): string;
}

function refuseMissing({ kind, what, missing }: MissingKind, byName: ReadonlyMap<string, KindPackage>): string {
  const [packageName = '', name = ''] = kind.split('/');
  const found = byName.get(packageName);
  if (found === undefined) return missing(kind);
  if (found.problem !== undefined) return cannotBeUsed(packageName, found.problem);
  const version = found.manifest?.version ?? '';
  return `The package ${packageName} ${version} has no ${what} ${name}. Update the package`;
}

function cannotBeUsed(packageName: string, problem: string): string {
  return `The package ${packageName} cannot be used. ${problem}`;
}
