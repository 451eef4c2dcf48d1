import { type CommandResult, type ControllerMode, refuse, type StopKind, stopTable } from '@cellwright/controller-link';
import { type AntigravityConfig, defaultAntigravityConfig, jointCount } from '@cellwright/domain/robot';
import type { Vec3 } from '@cellwright/geometry';
import type { ArmSetup } from './arm-setup.ts';
import { Brakes } from './brakes.ts';
import { checkTrajectory } from './check-trajectory.ts';
import { FaultLatch } from './fault-latch.ts';
import { EndedJogs, HandMotion, type HandPurpose } from './hand-motion.ts';
import type { MotionReports } from './motion-reports.ts';
import { type DriveRequest, TrajectoryDrive } from './trajectory-drive.ts';

/** Tolerance of set-points at position limits, for rounding only, rad. */
const positionSlack = 1e-5;

/** Returns the rank of a stop. Pauses can be resumed and yield to stops; stops that engage the brakes rank highest. */
function rankOf(cause: StopKind): number {
  if (cause === 'pause' || cause === 'safeguard') return 0;
  return stopTable[cause].category === 2 ? 1 : 2;
}

/** The motion of the arm, its brakes and stops. It has no commander and no clock; time passes only in `tick`. */
export class ArmMotion {
  readonly positions: number[];
  readonly velocities: number[];
  /** 0–1. */
  override = 1;
  readonly brakes = new Brakes();
  readonly latch = new FaultLatch();
  /** Resistance of the joints in guided mode. */
  guidedJoints: AntigravityConfig['joints'] = defaultAntigravityConfig.joints;
  private readonly arm: ArmSetup;
  private readonly reports: MotionReports;
  private readonly endedJogs = new EndedJogs();
  private currentMode: ControllerMode = 'braked';
  private epoch = 0;
  private newestStop: StopKind | null = null;
  private trajectory: TrajectoryDrive | undefined;
  private pressing: Vec3 | undefined;
  private hand: HandMotion | undefined;
  private stopCause: StopKind | undefined;

  constructor(arm: ArmSetup, reports: MotionReports) {
    this.arm = arm;
    this.reports = reports;
    this.positions = [...arm.startPositions];
    this.velocities = new Array<number>(jointCount).fill(0);
  }

  get mode(): ControllerMode {
    return this.currentMode;
  }
  get brakesEngaged(): boolean {
    return this.brakes.areEngaged;
  }
  get isStopping(): boolean {
    return this.stopCause !== undefined;
  }
  get stopEpoch(): number {
    return this.epoch;
  }
  get lastStop(): StopKind | null {
    return this.newestStop;
  }
  get trajectoryID(): string | null {
    return this.trajectory?.trajectoryID ?? null;
  }
  get pathTime(): number {
    return this.trajectory?.pathTime ?? 0;
  }
  /** Force that ends the running trajectory, N. 0 when there is none. */
  get contactForce(): number {
    return this.trajectory?.contactForce ?? 0;
  }
  /** Contact point in the flange frame since the newest trajectory; undefined for the TCP of the tool. */
  get contactPoint(): Vec3 | undefined {
    return this.pressing;
  }
  /** Clears the contact point, because the tool has changed. */
  forgetContactPoint(): void {
    this.pressing = undefined;
  }
  get isMoving(): boolean {
    return this.velocities.some((velocity) => velocity !== 0);
  }

  /** True while the arm is held by its brakes. */
  get isSecured(): boolean {
    return this.currentMode === 'braked' || this.currentMode === 'fault';
  }

  /** Kind of hand motion that holds the arm and has not been released. */
  get heldBy(): HandPurpose['kind'] | undefined {
    const isHeld = this.stopCause === undefined && this.hand?.isReleased === false;
    return isHeld ? this.hand?.purpose.kind : undefined;
  }

  /** True if time changes anything: false while the arm is at rest and no motion is requested. */
  get needsTicks(): boolean {
    if (this.stopCause !== undefined) return true;
    if (this.currentMode === 'executing') return !(this.override === 0 && this.trajectory?.sample.rate === 0);
    return this.hand?.needsTicks ?? false;
  }

  /** Raises the epoch to at least this value. */
  raiseEpoch(epoch: number): void {
    this.epoch = Math.max(this.epoch, epoch);
  }

  /** Starts a trajectory from the current position. Abandons a paused one. */
  execute(request: DriveRequest): CommandResult {
    const refused = this.refuseMotion();
    if (refused !== undefined) return refused;
    const checked = checkTrajectory(request.trajectory, request.startPathTime, this.positions, this.arm);
    if (!checked.ok) return checked;
    this.dropPaused();
    this.trajectory = new TrajectoryDrive(request, this.arm, this.override);
    this.pressing = this.trajectory.contactPoint;
    this.enter('executing');
    this.reports.log('trajectoryStarted', `${request.trajectoryID} step ${request.stepID}`);
    return { ok: true };
  }

  /** Makes the joints follow these velocities, rad/s. A new press takes over without a stop. */
  jog(jogID: string, velocities: readonly number[]): CommandResult {
    if (velocities.length !== jointCount || !velocities.every(Number.isFinite)) {
      return refuse('invalid_value', `A jog needs ${jointCount} finite joint velocities`);
    }
    if (this.endedJogs.has(jogID)) return refuse('jog_ended', 'This jog has ended. Start a new one');
    const refused = this.currentMode === 'jogging' ? undefined : this.refuseMotion();
    if (refused !== undefined) return refused;
    const current = this.hand?.purpose;
    if (current?.kind !== 'jog' || current.jogID !== jogID) {
      if (current?.kind === 'jog') this.noteJogEnd(current.jogID, 'released');
      this.takeHold({ kind: 'jog', jogID });
      this.reports.log('jogStarted', jogID);
    }
    this.hand?.drive.setTarget(velocities);
    return { ok: true };
  }

  endJog(jogID: string): void {
    const { hand } = this;
    if (hand?.purpose.kind !== 'jog' || hand.purpose.jogID !== jogID || this.currentMode !== 'jogging') return;
    this.endedJogs.add(jogID);
    this.releaseHand(hand);
  }

  setGuided(mode: 'off' | 'normal' | 'slow'): CommandResult {
    const isGuided = this.currentMode === 'guided';
    if (mode === 'off') {
      if (isGuided && this.hand !== undefined) this.releaseHand(this.hand);
      return { ok: true };
    }
    const refused = isGuided ? undefined : this.refuseMotion();
    if (refused !== undefined) return refused;
    if (!isGuided) this.reports.log('guidedModeStarted', mode);
    this.takeHold({ kind: 'guided', mode });
    return { ok: true };
  }

  /** Simulates a hand that pushes the arm in guided mode, rad/s. No command calls it. */
  push(velocities: readonly number[]): boolean {
    return this.currentMode === 'guided' && this.hand?.push(velocities, this.guidedJoints) === true;
  }

  /** Simulates a joint that slips while the arm is at rest. */
  displace(joint: number, position: number): CommandResult {
    if (this.isMoving || this.needsTicks) return refuse('wrong_mode', 'A joint can slip only while the arm is at rest');
    this.positions[joint] = position;
    this.reports.log('setPoint', '');
    return { ok: true };
  }

  /** Raises a fault: the arm stops as the stop table defines for the cause. */
  raise(cause: StopKind, detail: string): void {
    this.reports.log('fault', `${cause}: ${detail}`);
    this.reports.event({ kind: 'fault', cause, detail });
    this.stop(cause, detail);
  }

  pause(): CommandResult {
    if (this.currentMode === 'pausing' || this.currentMode === 'paused') return { ok: true };
    if (this.currentMode !== 'executing') return refuse('wrong_mode', 'No running trajectory to pause');
    this.stop('pause', 'asked for');
    return { ok: true };
  }

  resume(): CommandResult {
    if (this.currentMode !== 'paused') return refuse('wrong_mode', 'No paused trajectory to resume');
    const trajectoryID = this.trajectory?.trajectoryID ?? '';
    this.enter('executing');
    this.reports.log('resumed', trajectoryID);
    this.reports.event({ kind: 'resumed', trajectoryID });
    return { ok: true };
  }

  /** Releases the brakes. The arm holds its position. */
  disengageBrakes(): CommandResult {
    const latched = this.latch.refuseRelease();
    if (latched !== undefined) return latched;
    if (this.currentMode === 'stopping') return refuse('wrong_mode', 'The arm is stopping');
    if (!this.brakesEngaged) return { ok: true };
    const stuck = this.brakes.open();
    if (stuck !== undefined) {
      this.raise('unbrakeFailed', `joint ${stuck}`);
      return refuse('brake_stuck', `The brake of joint ${stuck} does not release`);
    }
    this.enter('standing');
    this.reports.log('brakes', 'disengaged');
    return { ok: true };
  }

  /** Stops the arm as the stop table defines. The strongest stop wins; a pause yields to every stop. */
  stop(cause: StopKind, detail: string, newEpoch = 0): void {
    this.latch.take(cause);
    if (stopTable[cause].startsEpoch) this.epoch = Math.max(this.epoch + 1, newEpoch);
    this.newestStop = cause;
    this.reports.log('stopStarted', `${cause}: ${detail}`);
    this.reports.event({ kind: 'stopStarted', cause });
    if (this.stopCause === undefined || rankOf(cause) > rankOf(this.stopCause)) this.stopCause = cause;
    if (this.isHeld()) this.finishStop(this.stopCause);
    else this.enter(this.trajectory !== undefined && rankOf(this.stopCause) === 0 ? 'pausing' : 'stopping');
  }

  /** Handles an open safeguard: a trajectory pauses, manual motion ends, an arm at rest stays at rest. */
  openSafeguard(port: string): void {
    const moves = this.currentMode === 'executing' || this.currentMode === 'jogging' || this.currentMode === 'guided';
    if (moves) this.stop('safeguard', port);
  }

  /** Resets a fault. `remains` describes the part of the cause that is still present. */
  resetFault(remains: string | undefined): CommandResult {
    if (this.latch.cause === undefined) return { ok: true };
    const broken = this.latch.refuseControlFault();
    if (broken !== undefined) return broken;
    if (remains !== undefined) return refuse('fault_remains', remains);
    if (this.currentMode !== 'fault') return refuse('wrong_mode', 'The arm is still stopping');
    this.latch.clear();
    this.enter('braked');
    this.reports.log('faultReset', '');
    return { ok: true };
  }

  /** Computes the next set-point, `dt` seconds after the last. */
  tick(dt: number): void {
    if (this.trajectory !== undefined && this.currentMode !== 'paused') this.tickTrajectory(this.trajectory, dt);
    else if (this.hand !== undefined) this.tickHand(this.hand, dt);
  }

  private tickTrajectory(drive: TrajectoryDrive, dt: number): void {
    drive.step(dt, this.stopCause === undefined ? this.override : 'stop');
    if (!this.setPoint(drive.sample.positions, drive.sample.velocities)) return;
    if (this.stopCause !== undefined) {
      if (drive.isStanding) this.finishStop(this.stopCause);
    } else if (drive.isFinished) this.completeTrajectory(drive);
  }

  private tickHand(hand: HandMotion, dt: number): void {
    if (this.stopCause === undefined) hand.drive.follow(dt);
    else hand.drive.brake(dt);
    if (!this.setPoint(hand.drive.positions, hand.drive.velocities) || !hand.drive.isStanding) return;
    if (this.stopCause !== undefined) this.finishStop(this.stopCause);
    else if (hand.isReleased) this.letGo(hand);
  }

  /** Commands one set-point. The arm holds and the controller goes into fault if it is invalid. */
  private setPoint(positions: readonly number[], velocities: readonly number[]): boolean {
    const { lower, upper } = this.arm.limits;
    const joint = positions.findIndex((position, index) => {
      const low = Math.min(lower[index] ?? 0, this.positions[index] ?? 0) - positionSlack;
      const high = Math.max(upper[index] ?? 0, this.positions[index] ?? 0) + positionSlack;
      return !(position >= low && position <= high) || !Number.isFinite(velocities[index]);
    });
    if (joint >= 0) {
      this.fail(`joint ${joint} was commanded to ${positions[joint]} rad`);
      return false;
    }
    for (let index = 0; index < jointCount; index++) {
      this.positions[index] = positions[index] ?? 0;
      this.velocities[index] = velocities[index] ?? 0;
    }
    this.reports.log('setPoint', '');
    return true;
  }

  private fail(detail: string): void {
    this.latch.take('controlFault');
    this.epoch += 1;
    this.newestStop = 'controlFault';
    this.reports.log('fault', detail);
    this.reports.event({ kind: 'fault', cause: 'controlFault', detail });
    this.finishStop('controlFault');
  }

  private completeTrajectory({ trajectoryID }: TrajectoryDrive): void {
    this.trajectory = undefined;
    this.velocities.fill(0);
    this.enter(this.restMode());
    this.reports.log('trajectoryCompleted', trajectoryID);
    this.reports.event({ kind: 'trajectoryCompleted', trajectoryID });
  }

  /** True if a stop has nothing to slow down. */
  private isHeld(): boolean {
    if (this.currentMode === 'paused') return true;
    if (this.trajectory !== undefined) return this.trajectory.isStanding;
    return this.hand === undefined || this.hand.drive.isStanding;
  }

  private finishStop(cause: StopKind): void {
    this.stopCause = undefined;
    this.velocities.fill(0);
    const drive = this.trajectory;
    if (drive?.isFinished === true) this.completeTrajectory(drive);
    else if (drive !== undefined && rankOf(cause) === 0) this.holdPaused(drive, cause);
    else if (drive !== undefined) this.abandon(drive, cause);
    const hand = this.hand;
    this.hand = undefined;
    if (stopTable[cause].category === 1) this.engageBrakes();
    if (this.currentMode !== 'paused') this.enter(this.restMode());
    if (hand !== undefined) this.noteHandEnd(hand, cause);
    this.reports.log('standstill', cause);
    this.reports.event({ kind: 'standstill', cause });
  }

  private holdPaused({ trajectoryID, pathTime }: TrajectoryDrive, cause: StopKind): void {
    this.enter('paused');
    this.reports.log('paused', `${trajectoryID} at ${pathTime.toFixed(4)} s`);
    this.reports.event({ kind: 'paused', trajectoryID, cause, pathTime });
  }

  private abandon({ trajectoryID, pathTime }: TrajectoryDrive, cause: StopKind): void {
    this.trajectory = undefined;
    this.enter(this.restMode());
    this.reports.log('trajectoryStopped', `${trajectoryID} at ${pathTime.toFixed(4)} s: ${cause}`);
    this.reports.event({ kind: 'trajectoryStopped', trajectoryID, cause, pathTime });
  }

  /** Abandons a paused trajectory because another motion starts. */
  private dropPaused(): void {
    if (this.trajectory !== undefined) this.abandon(this.trajectory, 'pause');
  }

  private takeHold(purpose: HandPurpose): void {
    this.dropPaused();
    this.pressing = undefined;
    if (this.hand === undefined) this.hand = new HandMotion(purpose, this.arm, this.positions);
    else this.hand.hold(purpose);
    this.enter(purpose.kind === 'jog' ? 'jogging' : 'guided');
  }

  private releaseHand(hand: HandMotion): void {
    hand.release();
    if (hand.drive.isStanding) this.letGo(hand);
  }

  /** Ends manual motion after it was released and the arm has stopped. */
  private letGo(hand: HandMotion): void {
    this.hand = undefined;
    this.velocities.fill(0);
    this.enter(this.restMode());
    this.noteHandEnd(hand, 'released');
  }

  private noteHandEnd({ purpose }: HandMotion, cause: StopKind | 'released'): void {
    if (purpose.kind === 'jog') this.noteJogEnd(purpose.jogID, cause);
    else {
      this.reports.log('guidedModeEnded', cause);
      this.reports.event({ kind: 'guidedModeEnded', cause });
    }
  }

  private noteJogEnd(jogID: string, cause: StopKind | 'released'): void {
    this.endedJogs.add(jogID);
    this.reports.log('jogEnded', `${jogID}: ${cause}`);
    this.reports.event({ kind: 'jogEnded', jogID, cause });
  }

  private engageBrakes(): void {
    if (this.brakes.engage()) this.reports.log('brakes', 'engaged');
  }

  private restMode(): ControllerMode {
    if (this.latch.cause !== undefined) return 'fault';
    return this.brakesEngaged ? 'braked' : 'standing';
  }

  /** Returns the refusal if no motion may start now. */
  private refuseMotion(): (CommandResult & { ok: false }) | undefined {
    const latched = this.latch.refuseMotion();
    if (latched !== undefined) return latched;
    if (this.brakesEngaged) return refuse('brakes_engaged', 'Release the brakes first');
    if (this.currentMode === 'standing' || this.currentMode === 'paused') return undefined;
    return refuse('wrong_mode', `The arm is ${this.currentMode}. Wait until it has stopped`);
  }

  private enter(mode: ControllerMode): void {
    this.currentMode = mode;
  }
}
