import type { Software, StickBuilds } from '@cellwright/calls';
import { type Clock, ProductError } from '@cellwright/domain/basics';
import type {
  BuildManifest,
  InstallHold,
  SoftwareUpdate,
  TargetBuild,
  TargetBuildStatus,
} from '@cellwright/domain/software';
import type { Registry } from '../registry/registry.ts';
import { UntrustedRegistryError } from '../trust/attacks.ts';
import { type BuildsClient, ClockBehindError } from '../trust/builds-client.ts';
import type { Installer } from './installer.ts';
import { type InstallRecord, isUnderWay, type Journal } from './journal.ts';

export interface SoftwareDeps {
  readonly runningBuildID: string;
  /** Reason for which this cell cannot update itself. */
  readonly unavailable: string | undefined;
  readonly client: Pick<BuildsClient, 'refresh'>;
  /** Opens the box's own registry, or that of a stick. @throws ProductError when none is configured. */
  readonly openRegistry: (source: string | null) => Registry;
  readonly installer: Pick<Installer, 'request' | 'cancel' | 'hold'>;
  readonly journal: Pick<Journal, 'findLast'>;
  /** @throws ProductError with the required user action before an install. */
  readonly requirePrepared: () => Promise<void>;
  readonly clock: Clock;
}

export interface InstallRequest {
  readonly targetBuildID: string;
  readonly offlineUpdatePath?: string | undefined;
  readonly isStopConfirmed: boolean;
  readonly isExpiredConfirmed: boolean;
  readonly requestFirmwareInstallData?: { readonly joints: readonly number[] } | undefined;
}

const registryTimeoutMS = 25_000;

/** The software of a box, for users: the running build, the offered builds, and the progress of an install. */
export class BoxSoftware {
  readonly #deps: SoftwareDeps;
  #offered: readonly BuildManifest[] = [];
  #checkedAt: Date | undefined;
  #checkError: string | undefined;
  #isClockBehind = false;
  #acknowledged = '';

  constructor(deps: SoftwareDeps) {
    this.#deps = deps;
  }

  /** Returns the state of the software. */
  async read(): Promise<Software> {
    const last = await this.#deps.journal.findLast();
    return {
      update: this.#describe(last),
      builds: [...this.#offered],
      checkedAt: this.#checkedAt?.toISOString() ?? null,
      checkError: this.#checkError ?? null,
      unavailable: this.#deps.unavailable ?? null,
    };
  }

  /** Reads the registry; a failure is part of the result. */
  async check(): Promise<Software> {
    try {
      this.#offered = await this.#readBuilds(null);
      this.#checkedAt = this.#deps.clock.wallNow();
      this.#checkError = undefined;
      this.#isClockBehind = false;
    } catch (error) {
      this.#checkError = error instanceof Error ? error.message : String(error);
      this.#isClockBehind = error instanceof ClockBehindError;
    }
    return this.read();
  }

  /** Begins an install. @throws ProductError when it cannot begin. */
  async request(wanted: InstallRequest): Promise<Software> {
    const { unavailable, installer, requirePrepared } = this.#deps;
    if (unavailable !== undefined) throw new ProductError('conflict', unavailable);
    if ((wanted.requestFirmwareInstallData?.joints.length ?? 0) > 0)
      throw new ProductError('conflict', 'The controller of this cell takes no firmware. Install the build without it');
    const source = wanted.offlineUpdatePath ?? null;
    const { isExpiredConfirmed, isStopConfirmed } = wanted;
    if (isExpiredConfirmed && source === null)
      throw new ProductError(
        'conflict',
        'Expired metadata is accepted from a stick only. Check the clock of this cell',
      );
    const builds = await this.#readBuilds(source, isExpiredConfirmed);
    const build = builds.find(({ buildId }) => buildId === wanted.targetBuildID);
    if (!build) throw new ProductError('not_found', `The registry offers no build ${wanted.targetBuildID}`);
    await requirePrepared();
    await installer.request(build, { source, isStopConfirmed, isExpiredConfirmed });
    return this.read();
  }

  /** Lists the builds of a stick. The result includes whether its metadata has expired. */
  async listStick(path: string, isExpiredConfirmed: boolean): Promise<StickBuilds> {
    try {
      return { builds: [...(await this.#readBuilds(path, isExpiredConfirmed))], isExpired: false, error: null };
    } catch (error) {
      const isExpired = error instanceof UntrustedRegistryError && error.attack === 'freeze';
      return { builds: [], isExpired, error: describeError(error, path) };
    }
  }

  async cancel(): Promise<Software> {
    await this.#deps.installer.cancel();
    return this.read();
  }

  /** Marks the last warning as seen. */
  async acknowledgeWarning(): Promise<Software> {
    this.#acknowledged = (await this.#deps.journal.findLast())?.id ?? '';
    return this.read();
  }

  async #readBuilds(source: string | null, allowsExpired = false): Promise<readonly BuildManifest[]> {
    const registry = this.#deps.openRegistry(source);
    const signal = AbortSignal.timeout(registryTimeoutMS);
    return (await this.#deps.client.refresh(registry, signal, { allowsExpired })).builds;
  }

  #describe(last: InstallRecord | undefined): SoftwareUpdate {
    const isGoing = last !== undefined && isUnderWay(last);
    const target = last && (isGoing || last.outcome === 'rolledBack') ? describeTarget(last) : null;
    const hasFailed = last?.outcome === 'rolledBack' || last?.outcome === 'rollingBack';
    return {
      status: describeStatus(last),
      activeBuildID: this.#deps.runningBuildID,
      targetBuildID: last?.build.buildId ?? null,
      targetBuildName: last?.build.name ?? null,
      offlineUpdatePath: last?.source ?? null,
      // The mode of the robot is set elsewhere; an update does not change it.
      ...{ targetOperationMode: 'unknown', activeOperationMode: 'unknown' },
      isSoftwareInstallRequested: isGoing && last.stage === 'requested',
      lastErrorMessage: hasFailed ? last.error : null,
      lastErrorAt: hasFailed ? last.updatedAt.toISOString() : null,
      lastWarningMessage: hasFailed ? `The build ${last.build.name} was not installed` : null,
      lastWarningNotified: hasFailed && this.#acknowledged === last.id,
      shutdownStatus:
        last?.stage === 'switched' && isGoing && last.fromBuildID === this.#deps.runningBuildID
          ? 'pendingShutdown'
          : 'none',
      targetBuild: target,
      firmware: [],
      stage: isGoing ? last.stage : null,
      hold: this.#findHold() ?? null,
    };
  }

  #findHold(): InstallHold | undefined {
    if (this.#deps.installer.hold) return this.#deps.installer.hold;
    return this.#isClockBehind ? { reason: 'clock', message: this.#checkError ?? '' } : undefined;
  }
}

function describeError(error: unknown, path: string): string {
  const isMissing = error instanceof UntrustedRegistryError && error.attack === undefined;
  if (isMissing)
    return `The folder ${path} has no builds, or they cannot be read. Choose the folder that contains 'metadata'`;
  return error instanceof Error ? error.message : String(error);
}

function describeStatus(last: InstallRecord | undefined): SoftwareUpdate['status'] {
  if (last?.outcome === 'committed') return 'installed';
  if (!last || !isUnderWay(last)) return null;
  return last.stage === 'requested' ? 'requested' : 'installing';
}

function describeTarget({ build, stage, error, updatedAt, source }: InstallRecord): TargetBuild {
  const at = updatedAt.toISOString();
  return {
    ...build,
    status: targetStatuses[stage],
    lastErrorAt: error === null ? null : at,
    lastErrorMessage: error,
    updatedAt: at,
    offlineUpdatePath: source,
  };
}

const targetStatuses: Readonly<Record<InstallRecord['stage'], TargetBuildStatus>> = {
  requested: 'downloading',
  downloaded: 'downloaded',
  verified: 'installing',
  imported: 'installing',
  backedUp: 'installing',
  migrated: 'installing',
  switched: 'installing',
  healthy: 'installing',
  committed: 'installed',
};
