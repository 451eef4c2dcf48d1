import type { Clock } from '@cellwright/domain/basics';
import type {
  CommandResult,
  ConnectionLoss,
  ExternalControlSettings,
  ExternalControlState,
  LineCommandBit,
} from '@cellwright/domain/robot';
import type { RobotSessionState } from '@cellwright/domain/run';
import type { RunnerMessageKind, RunnerResponse } from '@cellwright/domain/runner-socket';

/** The robot session that is commanded. */
export interface CommandedRobot {
  /** Newest state; undefined before the runner has answered. */
  readonly state: RobotSessionState | undefined;
  send(kind: RunnerMessageKind, payload: object): Promise<RunnerResponse>;
}

export interface LineSessionDeps {
  readonly robot: CommandedRobot;
  readonly settings: ExternalControlSettings;
  readonly clock: Clock;
  /** Called when the result of a command changed. */
  readonly onResult: () => void;
}

type Outcome = { readonly ok: true } | { readonly ok: false; readonly message: string };

const done: Outcome = { ok: true };

/** Carries out the commands of the line, in order; Stop and Pause do not wait for others. */
export class LineSession {
  lastCommand: ExternalControlState['lastCommand'] = null;
  private readonly deps: LineSessionDeps;
  private queue: Promise<void> = Promise.resolve();
  /** Grows with each stop and pause: commands that wait behind one are dropped. */
  private epoch = 0;

  constructor(deps: LineSessionDeps) {
    this.deps = deps;
  }

  get result(): CommandResult {
    return this.lastCommand?.result ?? 'none';
  }

  command(name: LineCommandBit): Promise<void> {
    if (name === 'Stop' || name === 'Pause') {
      this.epoch += 1;
      return this.perform(name, this.epoch);
    }
    const { epoch } = this;
    this.queue = this.queue.then(() => this.perform(name, epoch));
    return this.queue;
  }

  /** Applies the chosen reaction to the loss of the owner. */
  async handleLoss(reaction: ConnectionLoss): Promise<void> {
    if (reaction === 'stop') await this.command('Stop');
    if (reaction === 'pause') await this.command('Pause');
  }

  private async perform(name: LineCommandBit, epoch: number): Promise<void> {
    const record = (result: 'accepted' | 'refused' | 'pending', message = '') => {
      this.lastCommand = { name, at: this.deps.clock.wallNow().toISOString(), result, message };
      this.deps.onResult();
    };
    if (epoch !== this.epoch) return record('refused', 'A stop or a pause came first');
    record('pending');
    const outcome = await this.carryOut(name).catch((error: unknown) => refuse(describe(error)));
    if (outcome.ok) record('accepted');
    else record('refused', outcome.message);
  }

  private carryOut(name: LineCommandBit): Promise<Outcome> {
    switch (name) {
      case 'Play':
        return this.play();
      case 'Pause':
        return this.send('pauseRoutine');
      case 'Resume':
        return this.send('resumeRoutine');
      case 'Stop':
        return this.send('stop');
      case 'Reset':
        return this.send('recover');
      case 'Acknowledge':
        return this.acknowledge();
    }
  }

  /** Plays the default routine from its start; a loaded routine if there is no default. */
  private async play(): Promise<Outcome> {
    const { robot, settings } = this.deps;
    const { epoch } = this;
    const { defaultRoutineID: routineID } = settings;
    if (robot.state?.kind === 'RoutineRunning') return refuse('A routine is running already');
    if (routineID === null && !robot.state?.routine)
      return refuse('No routine is loaded. Choose a default routine in the settings of external control');
    // Loaded again, so that its newest version plays.
    const loaded = routineID === null ? done : await this.send('loadRoutine', { routineID });
    if (!loaded.ok) return loaded;
    return epoch === this.epoch ? this.send('playRoutine') : refuse('A stop or a pause came first');
  }

  private acknowledge(): Promise<Outcome> {
    const { prompt } = this.deps.robot.state ?? {};
    if (!prompt) return Promise.resolve(refuse('Nothing has to be acknowledged'));
    return this.send('confirmStep', { stepID: prompt.stepID });
  }

  private async send(kind: RunnerMessageKind, payload: object = {}): Promise<Outcome> {
    const response = await this.deps.robot.send(kind, payload);
    return response.ok ? done : refuse(response.error.message);
  }
}

const refuse = (message: string): Outcome => ({ ok: false, message });

function describe(error: unknown): string {
  return error instanceof Error ? error.message : 'The robot session does not answer';
}
