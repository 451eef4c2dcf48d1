/** The simulated controller in the caller's own process and on its clock, for dry runs of a routine. */

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
import type { Clock } from '@cellwright/domain/basics';
import { controllerRateHz } from '@cellwright/domain/robot';
import { setUpArm } from './arms.ts';
import { armSetupOf } from './domain/arm-setup.ts';
import { ControllerCore } from './domain/controller-core.ts';
import { MotionLog } from './domain/motion-log.ts';

const tickMS = 1000 / controllerRateHz;
/** Maximum number of ticks by which the set-points may run ahead of the commander's state while a trajectory runs. */
const mostTicks = 12;
/** Log entries, which have no reader. */
const logEntries = 16;
const connectionID = 1;

export interface ControllerHereOptions {
  readonly arm: ArmModel;
  /** Start position of the arm, rad; the default is the start position of a simulated arm. */
  readonly startJoints?: readonly number[] | undefined;
  readonly clock: Clock;
  /** Called with every command that the controller accepted. */
  readonly onCommand?: (command: ControllerCommand) => void;
}

/** Returns a controller under command with set-points every 8 ms. It sends states less often than over a connection. */
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

  /** Never called: this connection cannot be lost. */
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
    // Its effects arrive after the caller continues, as over a connection.
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
    // Adds half a microsecond, because sums of ticks are not whole milliseconds.
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

  /** Returns the ticks until the next state. The state is reported at the end of a trajectory, not much later. */
  private ticksToNext(): number {
    const { mode, trajectoryID, pathTime, overrideFactor } = this.newest;
    if (mode !== 'executing' || trajectoryID !== this.endsAt?.trajectoryID || overrideFactor === 0) return 1;
    const left = Math.ceil(((this.endsAt.pathTime - pathTime) / overrideFactor) * controllerRateHz - 1e-6);
    return Math.min(mostTicks, Math.max(1, left));
  }
}
