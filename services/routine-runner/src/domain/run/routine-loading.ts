import { SerialQueue } from '@cellwright/domain/basics';
import { runMessages } from '@cellwright/domain/messages';
import { type Answer, accept, accepted, refuse } from '../answer.ts';
import type { LoadedProgram, ProgramSource } from '../cell.ts';
import type { SessionCore } from '../core/session-core.ts';
import { fetchRoutine, installRoutine, type LoadedRoutine, uninstallRoutine } from './loaded-routine.ts';

/** The loaded routine and its version. */
export interface LoadedChoice {
  readonly routineID: string;
  readonly version: number;
}

/** Stores the loaded routine across restarts. */
export interface LoadedRoutineStore {
  load(): Promise<LoadedChoice | undefined>;
  /** Undefined when none is loaded. */
  save(choice: LoadedChoice | undefined): Promise<void>;
}

export interface RoutineLoadingParts {
  readonly core: SessionCore;
  readonly programs: ProgramSource;
  readonly store: LoadedRoutineStore;
  /** True while a routine plays, when no other can be loaded. */
  readonly isPlaying: () => boolean;
  readonly onLoaded: (routine: LoadedRoutine) => void;
  readonly onUnloaded: () => void;
}

/** Interval between attempts of a restarted runner to load the routine, ms: the library may still be starting. */
const retryMS = 1000;

/** Loads and unloads routines, and loads the last one again after a restart. */
export class RoutineLoading {
  private current: LoadedRoutine | undefined;
  private isClosed = false;
  /** Counter of loads and unloads by users: they end a pending restore. */
  private choices = 0;
  private readonly parts: RoutineLoadingParts;
  private readonly writes = new SerialQueue();

  constructor(parts: RoutineLoadingParts) {
    this.parts = parts;
  }

  get routine(): LoadedRoutine | undefined {
    return this.current;
  }

  async load(routineID: string, version: number): Promise<Answer<LoadedChoice>> {
    const { core, programs, isPlaying } = this.parts;
    if (isPlaying()) return refuse('robot_not_idle', `${describePlaying(core)} before loading another`);
    this.choices += 1;
    const fetched = await fetchRoutine(core, programs, routineID, version);
    if (!fetched.ok) return fetched;
    if (isPlaying()) return refuse('robot_not_idle', runMessages.stopBeforeLoading);
    const { program } = this.install(fetched.value);
    const choice = { routineID: program.routineID, version: program.version };
    this.save(choice);
    return accept(choice);
  }

  unload(): Answer {
    if (this.parts.isPlaying()) return refuse('robot_not_idle', `${describePlaying(this.parts.core)} before unloading`);
    this.choices += 1;
    this.current = undefined;
    this.save(undefined);
    this.parts.onUnloaded();
    uninstallRoutine(this.parts.core);
    return accepted;
  }

  /** Loads the routine from before a restart, as soon as the library answers; the last run stays shown. */
  async restore(): Promise<void> {
    const { core, store } = this.parts;
    const choice = await store.load();
    if (choice) void this.keepTrying(choice).catch((error) => core.log.error('no routine was loaded', { error }));
  }

  close(): void {
    this.isClosed = true;
  }

  private async keepTrying({ routineID, version }: LoadedChoice): Promise<void> {
    const { core, programs } = this.parts;
    const { choices } = this;
    for (;;) {
      const fetched = await fetchRoutine(core, programs, routineID, version);
      if (this.isClosed || this.choices !== choices) return;
      if (fetched.ok) {
        this.install(fetched.value, { keepsRun: true });
        return;
      }
      const { code, message } = fetched.refusal;
      // A stop during the attempt ends it with a conflict.
      if (code !== 'unavailable' && code !== 'conflict') {
        core.log.warn('the routine that was loaded cannot be loaded again', { routineID, version, message });
        return;
      }
      await core.clock.sleep(retryMS);
    }
  }

  private install(loaded: LoadedProgram, options?: { readonly keepsRun: boolean }): LoadedRoutine {
    const routine = installRoutine(this.parts.core, loaded, options);
    this.current = routine;
    this.parts.onLoaded(routine);
    return routine;
  }

  private save(choice: LoadedChoice | undefined): void {
    const { core, store } = this.parts;
    const saved = this.writes.run(() => store.save(choice));
    saved.catch((error: unknown) => core.log.warn('the loaded routine was not stored', { error }));
  }
}

function describePlaying({ machine }: SessionCore): string {
  return machine.state === 'Failure'
    ? 'A routine has failed and is waiting. Recover and stop it'
    : 'A routine is running. Stop it';
}
