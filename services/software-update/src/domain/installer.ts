import { type Clock, createId, ProductError, rest, withEither } from '@cellwright/domain/basics';
import type { BuildManifest, InstallHold, InstallStage } from '@cellwright/domain/software';
import type { Logger } from '@cellwright/service-kit';
import { findNextStage, type InstallRecord, isUnderWay, type Journal } from './journal.ts';

/** Acts of an install on the platform. Each can be repeated after a crash in the middle of it. */
export interface InstallActs {
  /** Build of this process. */
  readonly runningBuildID: string;
  /** Returns the build that the next start runs. */
  readSelectedBuildID(): Promise<string>;
  /** Returns the build that was given up because it did not start. */
  readFailedBuildID(): Promise<string | undefined>;
  download(record: InstallRecord, signal: AbortSignal): Promise<void>;
  verify(record: InstallRecord): Promise<void>;
  importImages(record: InstallRecord): Promise<void>;
  backUp(record: InstallRecord): Promise<void>;
  migrate(record: InstallRecord): Promise<void>;
  /** Atomically selects a build for the next start. */
  select(buildID: string): Promise<void>;
  /** Ends this process in order; the selected build starts in its place. */
  restart(reason: string): void;
  /** @throws Error when the running build does not work. */
  checkHealth(record: InstallRecord, signal: AbortSignal): Promise<void>;
  /** Makes the running build final. */
  commit(record: InstallRecord): Promise<void>;
  /** Removes the copy of the database that a committed install no longer needs. */
  forgetFormer(record: InstallRecord): Promise<void>;
  /** Removes a build that was not committed. */
  discard(record: InstallRecord): Promise<void>;
  /** Notifies users why a build was rolled back. Can be called again for the same install. */
  report(record: InstallRecord, error: string): Promise<void>;
}

/** Reports whether robots are idle, and prevents routines from starting. */
export interface Interlock {
  /** Returns the reason why an install is not possible now, for users; undefined if all robots are idle. */
  findBusy(): Promise<string | undefined>;
  /**
   * Refuses every new run and motion for this reason, also after a restart of any process, until `release`. Returns why it
   * cannot: a robot is in use. Nothing can start between the check and the hold.
   */
  hold(reason: string): Promise<string | undefined>;
  /** Ends a hold, if there is one. */
  release(): Promise<void>;
}

export interface InstallOptions {
  /** Location of the registry if it is a stick. */
  readonly source: string | null;
  /** True if an emergency build may wait for the stop of a robot. */
  readonly isStopConfirmed: boolean;
  /** True if an operator accepted expired metadata. Default false. */
  readonly isExpiredConfirmed?: boolean;
}

export interface InstallerDeps {
  readonly journal: Journal;
  readonly acts: InstallActs;
  readonly interlock: Interlock;
  /** Returns why no update may begin at this time; undefined if one may. Default: one may always. */
  readonly findClosed?: () => Promise<string | undefined>;
  readonly clock: Clock;
  readonly log: Logger;
}

const idlePollMS = 1000;
const windowPollMS = 10_000;
const releaseRetryMS = 1000;
const commitRetryMS = 2000;
/** Reason of a rollback that needs no notification. */
const cancelled = 'A user cancelled the install';
/** Stages that only begin while every robot is idle, and held there: up to them, nothing that runs is touched. */
const needsIdle: ReadonlySet<InstallStage> = new Set(['backedUp', 'migrated', 'switched']);

/** Installs one build at a time with a journal: after a crash it continues, or returns to the previous build. */
export class Installer {
  readonly #deps: InstallerDeps;
  #hold: InstallHold | undefined;
  #work: Promise<void> = Promise.resolve();
  #cancel = new AbortController();
  readonly #closing = new AbortController();

  constructor(deps: InstallerDeps) {
    this.#deps = deps;
  }

  /** Obstacle for which the install waits now. */
  get hold(): InstallHold | undefined {
    return this.#hold;
  }

  /** Resolves when there is nothing to do at the moment. */
  get idle(): Promise<void> {
    return this.#work;
  }

  /** Continues the install that the journal has, at the start of the process; without one, ends a hold that is left. */
  async resume(): Promise<void> {
    const record = await this.#deps.journal.findLast();
    if (record && isUnderWay(record)) this.#begin(record);
    else this.#work = this.#release();
  }

  /**
   * Begins an install.
   * @throws ProductError conflict while another is in progress, for the running build, or while a robot is in use.
   */
  async request(build: BuildManifest, options: InstallOptions): Promise<InstallRecord> {
    const { journal, acts, interlock, clock } = this.#deps;
    const last = await journal.findLast();
    if (last && isUnderWay(last))
      throw new ProductError('conflict', `The build ${last.build.name} is being installed. Wait for it, or cancel it`);
    if (build.buildId === acts.runningBuildID)
      throw new ProductError('conflict', `The build ${build.name} is already running`);
    const busy = await interlock.findBusy();
    const mayWait = build.strategy === 'EMERGENCY_IMMEDIATE_SKIP_STOPPING' && options.isStopConfirmed;
    if (busy !== undefined && !mayWait) throw new ProductError('conflict', describeBusy(busy, build));
    // The end of a previous hold must not end the one of this install.
    await this.#work;
    const now = clock.wallNow();
    const record: InstallRecord = {
      ...{ id: createId('install'), build, fromBuildID: acts.runningBuildID, stage: 'requested', outcome: 'running' },
      ...{
        source: options.source,
        isExpiredConfirmed: options.isExpiredConfirmed ?? false,
        error: null,
        createdAt: now,
        updatedAt: now,
      },
    };
    await journal.save(record);
    this.#begin(record);
    return record;
  }

  /** Cancels an install, also while the new build is tested. @throws ProductError conflict if it is too late. */
  async cancel(): Promise<void> {
    const { journal, acts } = this.#deps;
    const record = await journal.findLast();
    if (!record || !isUnderWay(record)) throw new ProductError('conflict', 'No install is under way');
    if (record.outcome === 'rollingBack')
      throw new ProductError('conflict', 'The former build is being started again already');
    if (record.stage === 'healthy') throw new ProductError('conflict', 'The new build works, and is kept');
    if (record.stage === 'switched' && acts.runningBuildID === record.fromBuildID)
      throw new ProductError('conflict', 'The new build is being started. Cancel the install when it has started');
    this.#cancel.abort(new Error(cancelled));
    await this.#work;
  }

  /** Ends without a decision: the next start continues. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#work;
  }

  #begin(record: InstallRecord): void {
    this.#cancel = new AbortController();
    const install = (signal: AbortSignal) => this.#install(record, signal);
    this.#work = withEither(this.#cancel.signal, this.#closing.signal, install).catch((error: unknown) => {
      this.#deps.log.error('an install stays as it is until the next start', { install: record.id, error });
    });
  }

  async #install(begun: InstallRecord, signal: AbortSignal): Promise<void> {
    let record = begun;
    try {
      for (let next = nextOf(record); next !== undefined; next = nextOf(record)) {
        // The test has passed: from here on, only this build is right.
        if (next === 'committed') {
          record = await this.#commit(record);
          break;
        }
        if (next === 'backedUp') await this.#waitForWindow(record, signal);
        if (needsIdle.has(next)) await this.#holdWhenIdle(record, signal);
        signal.throwIfAborted();
        if (next === 'switched' || next === 'healthy') await this.#requireStarted(record);
        if (next === 'healthy' && (await this.#isRestartNeeded(record))) return;
        await this.#perform(next, record, signal);
        record = await this.#save({ ...record, stage: next });
      }
      if (record.outcome === 'rollingBack') await this.#rollBack(record, record.error ?? '');
      else await this.#finish(record);
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      await this.#rollBack(record, this.#cancel.signal.aborted ? cancelled : describeError(error));
    } finally {
      this.#hold = undefined;
    }
  }

  /** @throws Error when the launcher gave the new build up. */
  async #requireStarted({ build }: InstallRecord): Promise<void> {
    if ((await this.#deps.acts.readFailedBuildID()) === build.buildId)
      throw new Error(`The build ${build.name} did not start. The former build runs again`);
  }

  /** Starts the selected build unless it runs. Returns true if this process ends for it. */
  async #isRestartNeeded({ build }: InstallRecord): Promise<boolean> {
    const { acts } = this.#deps;
    if (acts.runningBuildID === build.buildId) return false;
    if ((await acts.readSelectedBuildID()) !== build.buildId)
      throw new Error(`Another build than ${build.name} was selected meanwhile`);
    acts.restart(`start the build ${build.name}`);
    return true;
  }

  /** Makes the new build final; retries until this succeeds. */
  async #commit(record: InstallRecord): Promise<InstallRecord> {
    const { acts, clock, log } = this.#deps;
    for (;;) {
      try {
        await acts.commit(record);
        return await this.#save({ ...record, stage: 'committed', outcome: 'committed' });
      } catch (error) {
        log.error('the new build works, but could not be committed yet', { install: record.id, error });
        await clock.sleep(commitRetryMS, this.#closing.signal);
      }
    }
  }

  /** Waits for the time of updates. An emergency build does not wait. */
  async #waitForWindow({ build }: InstallRecord, signal: AbortSignal): Promise<void> {
    const { findClosed, clock } = this.#deps;
    if (build.strategy === 'EMERGENCY_IMMEDIATE_SKIP_STOPPING') return;
    for (;;) {
      const closed = await findClosed?.();
      if (closed === undefined) break;
      this.#hold = { reason: 'window', message: closed };
      await clock.sleep(windowPollMS, signal);
    }
    this.#hold = undefined;
  }

  /** Waits until every robot is idle, and prevents new runs. */
  async #holdWhenIdle({ build }: InstallRecord, signal: AbortSignal): Promise<void> {
    const { interlock, clock } = this.#deps;
    for (;;) {
      const busy = await interlock.hold(describeHold(build));
      if (busy === undefined) break;
      this.#hold = { reason: 'running', message: busy };
      await clock.sleep(idlePollMS, signal);
    }
    this.#hold = undefined;
  }

  #perform(stage: InstallStage, record: InstallRecord, signal: AbortSignal): Promise<void> | void {
    const { acts } = this.#deps;
    switch (stage) {
      case 'requested':
        return;
      case 'downloaded':
        return acts.download(record, signal);
      case 'verified':
        return acts.verify(record);
      case 'imported':
        return acts.importImages(record);
      case 'backedUp':
        return acts.backUp(record);
      case 'migrated':
        return acts.migrate(record);
      case 'switched':
        return acts.select(record.build.buildId);
      case 'healthy':
        return acts.checkHealth(record, signal);
      case 'committed':
        return;
    }
  }

  /** Selects the previous build again. The reason is stored first, so that a crash in the middle continues here. */
  async #rollBack(record: InstallRecord, error: string): Promise<void> {
    const { acts, log } = this.#deps;
    log.warn('an install is rolled back', { install: record.id, build: record.build.buildId, error });
    const going = await this.#save({ ...record, outcome: 'rollingBack', error });
    if ((await acts.readSelectedBuildID()) !== record.fromBuildID) await acts.select(record.fromBuildID);
    if (acts.runningBuildID !== record.fromBuildID) {
      // The previous build finishes this at its start.
      acts.restart(`return to the build ${record.fromBuildID}`);
      return;
    }
    await acts.discard(record);
    if (error !== cancelled) await acts.report(record, error);
    // First, so that robots are free once the rollback is reported as over.
    await this.#release();
    await this.#save({ ...going, outcome: 'rolledBack' });
  }

  /** Cleans up after a commit. What fails here is done at the next start. */
  async #finish(record: InstallRecord): Promise<void> {
    const { acts, log } = this.#deps;
    await this.#release();
    await acts
      .forgetFormer(record)
      .catch((error: unknown) => log.warn('the copy of the former database is left', { install: record.id, error }));
  }

  /** Allows routines to start again, as soon as the routine runner responds. */
  async #release(): Promise<void> {
    const { interlock, clock, log } = this.#deps;
    const { signal } = this.#closing;
    for (let isTold = false; !signal.aborted; isTold = true) {
      try {
        await interlock.release();
        return;
      } catch (error) {
        if (!isTold) log.warn('the routine runner does not answer; a hold stays until it does', { error });
        await rest(clock, releaseRetryMS, signal);
      }
    }
  }

  async #save(record: InstallRecord): Promise<InstallRecord> {
    const saved = { ...record, updatedAt: this.#deps.clock.wallNow() };
    await this.#deps.journal.save(saved);
    return saved;
  }
}

function nextOf({ stage, outcome }: InstallRecord): InstallStage | undefined {
  return outcome === 'running' ? findNextStage(stage) : undefined;
}

function describeBusy(busy: string, { strategy }: BuildManifest): string {
  const emergency = strategy === 'EMERGENCY_IMMEDIATE_SKIP_STOPPING';
  return emergency
    ? `${busy}. Confirm the emergency update to install it as soon as the robot has stopped`
    : `${busy}. Stop it, then install the build`;
}

/** Text for those whose routine is refused meanwhile. */
export function describeHold({ name }: Pick<BuildManifest, 'name'>): string {
  return `A software update is being installed: ${name}. Wait until it is finished, then try again`;
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
