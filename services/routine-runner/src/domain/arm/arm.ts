import type {
  CommandResult,
  ControllerEvent,
  ControllerState,
  Refusal,
  RobotDriver,
  StopKind,
} from '@cellwright/controller-link';
import { type BrakesState, type Clock, createId, type JointAngles, realTimeOf } from '@cellwright/domain';
import type { Vec3 } from '@cellwright/geometry';
import type { Trajectory } from '@cellwright/trajectory';
import { type Answer, accepted, refuse } from '../answer.ts';
import type { StopEpochs } from './stop-epochs.ts';

/** Every stop, and every change of the brakes, ends well within this; longer means that the controller does not obey, ms. */
const answerTimeoutMS = 3000;

/** How the execution of a trajectory ended. 'lost' means that the controller cannot be heard any more. */
export type TrajectoryEnd =
  | { readonly kind: 'completed' }
  /** At standstill on the path, at `pathTime` seconds. */
  | { readonly kind: 'stopped'; readonly cause: StopKind; readonly pathTime: number }
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly message: string }
  | { readonly kind: 'lost' };

/**
 * 'stale': a stop came first. 'wrongStart': the arm does not stand where the trajectory starts. 'safeguard': it was
 * opened just before.
 */
export type RefusalReason = 'stale' | 'wrongStart' | 'safeguard' | 'other';

export interface ExecuteOptions {
  readonly stepID: string;
  /** Aborting stops the arm, unless a stop is on its way already. */
  readonly signal: AbortSignal;
  /** Seconds on the trajectory to start at. */
  readonly startPathTime?: number;
  /** N; where the tool presses with it, the trajectory ends with the cause `contact`. */
  readonly contactForce?: number | undefined;
  /** What presses, in the flange frame, m; the TCP of the tool when left out. */
  readonly contactPoint?: Vec3 | undefined;
  /** Called with the path time, s, whenever the controller tells it. */
  readonly onPathTime?: (pathTime: number) => void;
}

interface Execution {
  readonly trajectoryID: string;
  readonly trajectory: Trajectory;
  readonly onPathTime: ((pathTime: number) => void) | undefined;
  readonly end: (end: TrajectoryEnd) => void;
}

/** What the session wants to hear of its controller. */
export interface ArmListener {
  connected(state: ControllerState): void;
  disconnected(reason: string): void;
  stateChanged(state: ControllerState): void;
  eventHappened(event: ControllerEvent): void;
}

/**
 * The arm as the session commands it: one trajectory at a time, and stops that go out at once, whatever else waits.
 * Commands carry the current stop epoch; what the controller answers and reports becomes results.
 */
export class Arm {
  private driver: RobotDriver | undefined;
  private lastState: ControllerState | undefined;
  private pressing: Vec3 | undefined;
  private execution: Execution | undefined;
  private readonly waiters = new Set<() => void>();
  private readonly epochs: StopEpochs;
  private readonly clock: Clock;
  private readonly listener: ArmListener;
  private readonly checkMayTakeCommand: () => Answer;

  constructor(parts: { epochs: StopEpochs; clock: Clock; listener: ArmListener; checkMayTakeCommand?: () => Answer }) {
    this.epochs = parts.epochs;
    this.clock = parts.clock;
    this.listener = parts.listener;
    this.checkMayTakeCommand = parts.checkMayTakeCommand ?? (() => accepted);
  }

  get isConnected(): boolean {
    return this.driver?.isConnected ?? false;
  }

  /** Whether the controller obeys this session and no other. */
  get isInCommand(): boolean {
    return this.driver?.isInCommand ?? false;
  }

  /** What the controller last said; undefined until it has said something. */
  get state(): ControllerState | undefined {
    return this.lastState;
  }

  /** Joint angles now, rad. */
  get joints(): JointAngles | undefined {
    return this.lastState?.positions;
  }

  get isMoving(): boolean {
    const mode = this.lastState?.mode;
    return mode === 'executing' || mode === 'pausing' || mode === 'stopping' || mode === 'jogging' || mode === 'guided';
  }

  /** What presses, in the flange frame, m, since the newest trajectory began; undefined for the TCP of the tool. */
  get contactPoint(): Vec3 | undefined {
    return this.pressing;
  }

  /** The tool is another: what pressed is no longer there. */
  forgetContactPoint(): void {
    this.pressing = undefined;
  }

  /** What the arm drives, or holds half-way. */
  get pathUnderWay(): Trajectory | undefined {
    return this.execution?.trajectory;
  }

  /** A trajectory of ours stands half-way, and can go on from there. */
  get isHolding(): boolean {
    return this.lastState?.mode === 'paused' && this.lastState.trajectoryID === this.execution?.trajectoryID;
  }

  /** Takes a connected driver. Whatever its controller was doing for a former commander is stopped. */
  attach(driver: RobotDriver): void {
    this.driver = driver;
    // A former driver that still has something to say is not listened to.
    const ifCurrent = <T>(take: (value: T) => void) => {
      return (value: T) => {
        if (this.driver === driver) take(value);
      };
    };
    driver.onState(ifCurrent((state) => this.takeState(state)));
    driver.onEvent(ifCurrent((event) => this.takeEvent(event)));
    driver.onDisconnected(ifCurrent((reason) => this.detach(reason)));
    this.takeState(driver.state);
    this.stop('stop', 'a session takes command');
    this.listener.connected(driver.state);
  }

  /** Runs a trajectory from standstill to its end, or to wherever it is stopped. Pausing only makes it take longer. */
  execute(trajectory: Trajectory, options: ExecuteOptions): Promise<TrajectoryEnd> {
    const { driver } = this;
    if (!driver?.isConnected) return Promise.resolve({ kind: 'lost' });
    if (this.execution) {
      return Promise.resolve({ kind: 'refused', reason: 'other', message: 'The arm is already moving' });
    }
    const trajectoryID = createId('trajectory');
    const epoch = this.epochs.current;
    const { stepID, startPathTime, contactForce, contactPoint, signal } = options;
    const halt = () => {
      if (this.execution?.trajectoryID === trajectoryID && this.epochs.current === epoch) {
        this.stop('stop', 'the move was given up');
      }
    };
    signal.addEventListener('abort', halt, { once: true });
    const ended = new Promise<TrajectoryEnd>((resolve) => {
      const end = (how: TrajectoryEnd) => {
        signal.removeEventListener('abort', halt);
        resolve(how);
      };
      this.execution = { trajectoryID, trajectory, onPathTime: options.onPathTime, end };
    });
    const request = { epoch, trajectoryID, stepID, trajectory, startPathTime, contactForce, contactPoint };
    void driver.executeTrajectory(request).then((result) => {
      if (result.ok) this.pressing = contactPoint;
      else this.endExecution(trajectoryID, describeRefusal(result.refusal));
    });
    return ended;
  }

  /** Stops at once: a new epoch, and the command is on its way when this returns. An emergency stop ends in brakes. */
  stop(kind: 'stop' | 'emergencyStop', reason: string): number {
    const newEpoch = this.epochs.next();
    void this.driver?.stop({ newEpoch, kind, reason });
    return newEpoch;
  }

  /**
   * Lets go of a trajectory that stands half-way: its execution ends as stopped, and the next motion takes the arm from
   * there. The stop epoch stays.
   */
  abandonHeld(): void {
    const { execution, lastState } = this;
    if (!execution || !lastState || !this.isHolding) return;
    const { pathTime } = lastState;
    this.endExecution(execution.trajectoryID, { kind: 'stopped', cause: 'pause', pathTime });
  }

  /** Ends the trajectory under way where it can be stopped; false when it reached its end or was stopped first. */
  async cutShort(): Promise<boolean> {
    const { execution } = this;
    this.pause();
    await this.waitUntil(() => this.isHolding || this.execution !== execution);
    if (!execution || this.execution !== execution) return false;
    this.abandonHeld();
    return true;
  }

  /** Stops on the path and holds the trajectory. */
  pause(): void {
    void this.driver?.pause();
  }

  /** Sends a command in the current epoch and gives its answer. */
  async command(send: (driver: RobotDriver, epoch: number) => Promise<CommandResult>): Promise<Answer> {
    const { driver } = this;
    if (!driver?.isConnected)
      return refuse('unavailable', 'The robot controller is not connected. Try again in a moment');
    const result = await send(driver, this.epochs.current);
    return result.ok ? accepted : refuse(result.refusal.code, result.refusal.message);
  }

  /** Has command of the controller, taking it again when it was lost. */
  takeCommand(): Promise<Answer> {
    if (this.isInCommand) return Promise.resolve(accepted);
    const mayTake = this.checkMayTakeCommand();
    if (!mayTake.ok) return Promise.resolve(mayTake);
    return this.command((driver) => driver.takeCommand());
  }

  /** True once the brakes are as wanted. */
  waitForBrakes(brakes: BrakesState): Promise<boolean> {
    return this.waitUntil((state) => state.brakes === brakes);
  }

  /** Resolves at standstill: true, or false when the arm does not stop in time or its controller is gone. */
  waitForStandstill(): Promise<boolean> {
    return this.waitUntil(() => !this.isMoving);
  }

  private async waitUntil(holds: (state: ControllerState) => boolean): Promise<boolean> {
    const isMet = () => this.lastState !== undefined && holds(this.lastState);
    if (!this.isConnected) return false;
    if (isMet()) return true;
    return new Promise((resolve) => {
      const check = () => {
        if (this.isConnected && !isMet()) return;
        cancel();
        this.waiters.delete(check);
        resolve(this.isConnected);
      };
      const cancel = realTimeOf(this.clock).schedule(answerTimeoutMS, () => {
        this.waiters.delete(check);
        resolve(false);
      });
      this.waiters.add(check);
    });
  }

  /** Gives the controller up on purpose: that its line goes down is no failure then. */
  async close(): Promise<void> {
    const { driver } = this;
    this.driver = undefined;
    await driver?.close();
  }

  private takeState(state: ControllerState): void {
    this.lastState = state;
    if (state.mode === 'jogging' || state.mode === 'guided') this.pressing = undefined;
    // A stop that the controller made by itself ends our epoch too.
    this.epochs.adopt(state.stopEpoch);
    const { execution } = this;
    if (execution && state.trajectoryID === execution.trajectoryID) execution.onPathTime?.(state.pathTime);
    this.listener.stateChanged(state);
    for (const check of [...this.waiters]) check();
  }

  private takeEvent(event: ControllerEvent): void {
    this.listener.eventHappened(event);
    if (event.kind === 'trajectoryCompleted') this.endExecution(event.trajectoryID, { kind: 'completed' });
    if (event.kind === 'trajectoryStopped') {
      const { trajectoryID, cause, pathTime } = event;
      this.endExecution(trajectoryID, { kind: 'stopped', cause, pathTime });
    }
  }

  private detach(reason: string): void {
    this.driver = undefined;
    this.listener.disconnected(reason);
    // The controller stops the arm by its own watchdog; what it was doing is over for us.
    if (this.execution) this.endExecution(this.execution.trajectoryID, { kind: 'lost' });
    for (const check of [...this.waiters]) check();
  }

  private endExecution(trajectoryID: string, end: TrajectoryEnd): void {
    const { execution } = this;
    if (execution?.trajectoryID !== trajectoryID) return;
    this.execution = undefined;
    execution.end(end);
  }
}

const refusalReasons: Partial<Record<Refusal['kind'], RefusalReason>> = {
  stale_epoch: 'stale',
  wrong_start: 'wrongStart',
  safeguard_open: 'safeguard',
};

function describeRefusal({ kind, message }: Refusal): TrajectoryEnd {
  return { kind: 'refused', reason: refusalReasons[kind] ?? 'other', message };
}
