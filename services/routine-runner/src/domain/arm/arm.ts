import type {
  CommandResult,
  ControllerEvent,
  ControllerState,
  Refusal,
  RobotDriver,
  StopKind,
} from '@cellwright/controller-link';
import { type Clock, createId, realTimeOf } from '@cellwright/domain/basics';
import { robotMessages } from '@cellwright/domain/messages';
import type { BrakesState, JointAngles } from '@cellwright/domain/robot';
import type { Vec3 } from '@cellwright/geometry';
import type { Trajectory } from '@cellwright/trajectory';
import { type Answer, accepted, refuse } from '../answer.ts';
import type { StopEpochs } from './stop-epochs.ts';

/** Timeout of a stop or a change of the brakes, ms; a slower controller does not obey. */
const answerTimeoutMS = 3000;

/** End of a trajectory's execution. 'lost' means that the connection to the controller was lost. */
export type TrajectoryEnd =
  | { readonly kind: 'completed' }
  /** At standstill on the path, at `pathTime` seconds. */
  | { readonly kind: 'stopped'; readonly cause: StopKind; readonly pathTime: number }
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly message: string }
  | { readonly kind: 'lost' };

/**
 * 'stale': a stop came first. 'wrongStart': the arm is not at the start of the trajectory. 'safeguard': it was opened
 * just before.
 */
export type RefusalReason = 'stale' | 'wrongStart' | 'safeguard' | 'other';

export interface ExecuteOptions {
  readonly stepID: string;
  /** Aborting stops the arm, unless a stop is already on its way. */
  readonly signal: AbortSignal;
  /** Start time on the trajectory, seconds. */
  readonly startPathTime?: number;
  /** Contact force, N, at which the trajectory ends with the cause `contact`. */
  readonly contactForce?: number | undefined;
  /** Contact point in the flange frame, m; default: the TCP of the tool. */
  readonly contactPoint?: Vec3 | undefined;
  /** Called with every path time of the controller, s. */
  readonly onPathTime?: (pathTime: number) => void;
}

interface Execution {
  readonly trajectoryID: string;
  readonly trajectory: Trajectory;
  readonly onPathTime: ((pathTime: number) => void) | undefined;
  readonly end: (end: TrajectoryEnd) => void;
}

/** Events of the controller for the session. */
export interface ArmListener {
  connected(state: ControllerState): void;
  disconnected(reason: string): void;
  stateChanged(state: ControllerState): void;
  eventHappened(event: ControllerEvent): void;
}

/**
 * The arm as the session commands it: one trajectory at a time, and stops that are sent at once, before anything that
 * waits. Commands carry the current stop epoch; answers and reports of the controller become results.
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

  /** True if the controller obeys this session and no other. */
  get isInCommand(): boolean {
    return this.driver?.isInCommand ?? false;
  }

  /** Last state of the controller; undefined before the first one. */
  get state(): ControllerState | undefined {
    return this.lastState;
  }

  /** Current joint angles, rad. */
  get joints(): JointAngles | undefined {
    return this.lastState?.positions;
  }

  get isMoving(): boolean {
    const mode = this.lastState?.mode;
    return mode === 'executing' || mode === 'pausing' || mode === 'stopping' || mode === 'jogging' || mode === 'guided';
  }

  /** Contact point in the flange frame, m, since the newest trajectory began; undefined for the TCP of the tool. */
  get contactPoint(): Vec3 | undefined {
    return this.pressing;
  }

  /** Clears the contact point because the tool has changed. */
  forgetContactPoint(): void {
    this.pressing = undefined;
  }

  /** Trajectory that the arm drives, or has paused. */
  get pathUnderWay(): Trajectory | undefined {
    return this.execution?.trajectory;
  }

  /** Time on that trajectory, s. */
  get pathTimeUnderWay(): number {
    const { execution, lastState } = this;
    return execution && lastState?.trajectoryID === execution.trajectoryID ? lastState.pathTime : 0;
  }

  /** True if a trajectory of this session is paused and can continue. */
  get isHolding(): boolean {
    return this.lastState?.mode === 'paused' && this.lastState.trajectoryID === this.execution?.trajectoryID;
  }

  /** Uses a connected driver. Stops everything that its controller did for a former commander. */
  attach(driver: RobotDriver): void {
    this.driver = driver;
    // Ignores late messages of a former driver.
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

  /** Runs a trajectory from standstill to its end, or until it is stopped. A pause only makes it take longer. */
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

  /**
   * Stops at once: starts a new epoch and sends the command before it returns. An emergency stop engages the brakes.
   */
  stop(kind: 'stop' | 'emergencyStop', reason: string): number {
    const newEpoch = this.epochs.next();
    void this.driver?.stop({ newEpoch, kind, reason });
    return newEpoch;
  }

  /**
   * Abandons a paused trajectory: its execution ends as stopped, and the next motion starts from there. The stop epoch
   * stays.
   */
  abandonHeld(): void {
    const { execution, lastState } = this;
    if (!execution || !lastState || !this.isHolding) return;
    const { pathTime } = lastState;
    this.endExecution(execution.trajectoryID, { kind: 'stopped', cause: 'pause', pathTime });
  }

  /** Ends the running trajectory where it can be stopped; false when it reached its end or was stopped first. */
  async cutShort(): Promise<boolean> {
    const { execution } = this;
    this.pause();
    await this.waitUntil(() => this.isHolding || this.execution !== execution);
    if (!execution || this.execution !== execution) return false;
    this.abandonHeld();
    return true;
  }

  /** Stops on the path and keeps the trajectory. */
  pause(): void {
    void this.driver?.pause();
  }

  /** Sends a command in the current epoch and returns its answer. */
  async command(send: (driver: RobotDriver, epoch: number) => Promise<CommandResult>): Promise<Answer> {
    const { driver } = this;
    if (!driver?.isConnected) return refuse('unavailable', robotMessages.controllerNotConnectedNow);
    const result = await send(driver, this.epochs.current);
    return result.ok ? accepted : refuse(result.refusal.code, result.refusal.message);
  }

  /** Makes sure of command of the controller, taking it again after a loss. */
  takeCommand(): Promise<Answer> {
    if (this.isInCommand) return Promise.resolve(accepted);
    const mayTake = this.checkMayTakeCommand();
    if (!mayTake.ok) return Promise.resolve(mayTake);
    return this.command((driver) => driver.takeCommand());
  }

  /** Resolves to true once the brakes are in the given state. */
  waitForBrakes(brakes: BrakesState): Promise<boolean> {
    return this.waitUntil((state) => state.brakes === brakes);
  }

  /** Resolves at standstill: true, or false when the arm does not stop in time or its connection is lost. */
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

  /** Closes the connection on purpose, which is not a failure then. */
  async close(): Promise<void> {
    const { driver } = this;
    this.driver = undefined;
    await driver?.close();
  }

  private takeState(state: ControllerState): void {
    this.lastState = state;
    if (state.mode === 'jogging' || state.mode === 'guided') this.pressing = undefined;
    // A stop by the controller itself also ends our epoch.
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
    // The controller stops the arm by its own watchdog, so the execution is over for this session.
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
