/** The simulated controller in the caller's own process, on the caller's clock: for the proof of a routine. */

import type { ArmModel } from '@cellwright/arm';
import {
  type CommandResult,
  CommandSender,
  type ControllerCommand,
  type ControllerEvent,
  type ControllerState,
  Listeners,
  type RobotDriver,
} from '@cellwright/controller-link';
import { type Clock, controllerRateHz } from '@cellwright/domain';
import { setUpArm } from './arms.ts';
import { armSetupOf } from './domain/arm-setup.ts';
import { ControllerCore } from './domain/controller-core.ts';
import { MotionLog } from './domain/motion-log.ts';

const tickMS = 1000 / controllerRateHz;
/** How far the set-points may run ahead of what the commander hears while a trajectory runs, ticks. */
const mostTicks = 12;
/** Entries that nobody reads. */
const logEntries = 16;
const connectionID = 1;

export interface ControllerHereOptions {
  readonly arm: ArmModel;
  /** Where the arm stands, rad; default where a simulated arm starts. */
  readonly startJoints?: readonly number[] | undefined;
  readonly clock: Clock;
  /** Told of every command that the controller took. */
  readonly onCommand?: (command: ControllerCommand) => void;
}

/** A controller, taken command of, that keeps to set-points of 8 ms. Its states come less often than over a line. */
export function createControllerHere(options: ControllerHereOptions): RobotDriver {
  return new ControllerHere(options);
}

class ControllerHere extends CommandSender implements RobotDriver {
  readonly identity;
  readonly isConnected = true;
  readonly isInCommand = true;
  private readonly options: ControllerHereOptions;
  private readonly core: ControllerCore;
  private readonly states = new Listeners<ControllerState>();
  private readonly events = new Listeners<ControllerEvent>();
  private readonly waiting: ControllerEvent[] = [];
  private newest: ControllerState;
  private sequence = 0;
  private endsAt: { readonly trajectoryID: string; readonly pathTime: number } | undefined;
  private cancelWake = () => {};

  constructor(options: ControllerHereOptions) {
    super('proof');
    this.options = options;
    const { arm: model, clock, startJoints } = options;
    const arm = startJoints ? armSetupOf(model, startJoints) : setUpArm(model);
    this.identity = { kind: 'simulated', isTwin: false, armName: arm.name, instanceID: 'proof' } as const;
    this.core = new ControllerCore({
      arm,
      log: new MotionLog(logEntries),
      time: clock.now() / 1000,
      onEvent: (event) => void this.waiting.push(event),
    });
    this.apply({ kind: 'hello', commander: this.commander, takesCommand: true }, 0);
    this.newest = this.core.state;
    this.schedule();
  }

  get state(): ControllerState {
    return this.newest;
  }

  onState(listener: (state: ControllerState) => void): () => void {
    return this.states.add(listener);
  }

  onEvent(listener: (event: ControllerEvent) => void): () => void {
    return this.events.add(listener);
  }

  /** The line is never gone. */
  onDisconnected(): () => void {
    return () => undefined;
  }

  async getLog({ after, limit }: { readonly after: number; readonly limit: number }) {
    return { entries: this.core.logPage(after, limit), newest: this.core.newestLog };
  }

  async close(): Promise<void> {
    this.cancelWake();
  }

  protected async send(command: ControllerCommand, epoch = this.core.state.stopEpoch): Promise<CommandResult> {
    this.advance();
    const result = this.apply(command, epoch);
    if (result.ok) this.options.onCommand?.(command);
    // What it sets in motion is heard after the caller has gone on, as over a line.
    await Promise.resolve();
    this.tell();
    this.schedule();
    return result;
  }

  private apply(command: ControllerCommand, epoch: number): CommandResult {
    this.sequence += 1;
    if (command.kind === 'executeTrajectory') {
      const { trajectoryID, trajectory } = command;
      this.endsAt = { trajectoryID, pathTime: trajectory.points.at(-1)?.timeFromStart ?? 0 };
    }
    return this.core.apply(connectionID, { sequence: this.sequence, epoch, command });
  }

  private advance(): void {
    const time = this.options.clock.now() / 1000;
    this.core.hear(connectionID, time);
    // Half a microsecond: sums of ticks are no whole milliseconds.
    this.core.advanceTo(time + 5e-7);
  }

  private tell(): void {
    this.newest = this.core.state;
    this.states.call(this.newest);
    for (const event of this.waiting.splice(0)) this.events.call(event);
  }

  private schedule(): void {
    this.cancelWake();
    const { due } = this.core;
    if (due === undefined) return;
    const delay = this.core.isMoving ? this.ticksToNext() * tickMS : Math.max(0, due * 1000 - this.options.clock.now());
    this.cancelWake = this.options.clock.schedule(delay, () => {
      this.advance();
      this.tell();
      this.schedule();
    });
  }

  /** A trajectory that runs to its end is looked at where it ends, and not much later. */
  private ticksToNext(): number {
    const { mode, trajectoryID, pathTime, overrideFactor } = this.newest;
    if (mode !== 'executing' || trajectoryID !== this.endsAt?.trajectoryID || overrideFactor === 0) return 1;
    const left = Math.ceil(((this.endsAt.pathTime - pathTime) / overrideFactor) * controllerRateHz - 1e-6);
    return Math.min(mostTicks, Math.max(1, left));
  }
}
