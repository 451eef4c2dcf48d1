import { robotMessages } from '@cellwright/domain/messages';
import { type JogFrame, type JointAngles, jogTimeoutMS } from '@cellwright/domain/robot';
import { scaleVec3, type Vec3 } from '@cellwright/geometry';
import { type Answer, accept, accepted, refuse } from '../../answer.ts';
import { overrideOf } from '../../core/override.ts';
import { checkMayMove, type SessionCore } from '../../core/session-core.ts';
import { describeSessionRefusal } from '../../core/session-words.ts';
import type { RunControl } from '../../run/run-control.ts';
import { takeArmFromPausedRun } from '../hand-motion.ts';
import type { Holds } from '../holds.ts';
import type { Escape, Surrounded } from './escape.ts';
import type { OneWay } from './jog-guard.ts';

/** Interval of computing and sending velocities, ms: 50 Hz. */
const jogPeriodMS = 20;

/** A velocity of the joints (rad/s), or of the tool in a frame (m/s and rad/s). */
export type JogCommand =
  | { readonly jogKind: 'joint'; readonly velocities: JointAngles }
  | { readonly jogKind: 'cartesian'; readonly frame: JogFrame; readonly linear: Vec3; readonly angular: Vec3 };

/** Converts a command to safe joint velocities; zero if there are none. */
export interface JogResolver extends Surrounded {
  /** Called at the start of a jog, with the arm at rest. */
  reset(): void;
  /**
   * Returns joint velocities, rad/s, for the next `seconds`; without a command, for stopping. @param oneWays joints that
   * may turn in one direction only
   */
  resolve(command: JogCommand | undefined, arm: ArmMotion, seconds: number, oneWays?: readonly OneWay[]): JointAngles;
  /** Reason why the arm does not follow the command, and the remedy. */
  readonly heldBy: string | undefined;
}

/** Position and velocity of the arm, rad and rad/s. */
export interface ArmMotion {
  readonly positions: JointAngles;
  readonly velocities: JointAngles;
}

/** State of a jog, and the reason when the arm is blocked. */
export interface JogAnswer {
  readonly isActive: boolean;
  readonly heldBy?: string;
  /** Present if it ended because no heartbeat came in time. */
  readonly isLate?: true;
}

interface Jog {
  readonly id: string;
  command: JogCommand;
  /** True after its release: all joints slow down together, then it ends. */
  isReleased: boolean;
  /** True if it recovers from a failure: slowly, and only away. */
  readonly isEscape: boolean;
  /** Resolves when the arm is at rest and the jog over. */
  readonly ended: PromiseWithEnd;
}

interface PromiseWithEnd {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

/** Jogging: the arm moves at a velocity while heartbeats arrive, and stops 250 ms after the last one. */
export class JogMotion {
  private jog: Jog | undefined;
  private readonly core: SessionCore;
  private readonly holds: Holds;
  private readonly runs: RunControl;
  private readonly resolver: JogResolver;
  private readonly escape: Escape;

  constructor(parts: { core: SessionCore; holds: Holds; runs: RunControl; resolver: JogResolver; escape: Escape }) {
    this.core = parts.core;
    this.holds = parts.holds;
    this.runs = parts.runs;
    this.resolver = parts.resolver;
    this.escape = parts.escape;
  }

  /** Starts a jog, or changes the velocity of the one with this id; an ended jog stays ended. */
  async move(id: string, command: JogCommand, ownerID: string): Promise<Answer<JogAnswer>> {
    const { core, jog } = this;
    if (jog?.id === id) {
      jog.command = command;
      return accept(this.beat(id));
    }
    if (this.holds.wasUsed(id)) return accept(this.ended(id));
    if (core.machine.state === 'RoutineRunning' && !this.runs.isPaused) return notIdle(core);
    const mayMove = checkMayMove(core, 'robot_not_idle');
    if (!mayMove.ok) return mayMove;
    const isEscape = core.machine.state === 'Failure';
    const fired = core.machine.fire(isEscape ? 'escapeStarted' : 'adHocStarted');
    if (!fired.ok) return notIdle(core);
    const started: Jog = { id, command, isReleased: false, isEscape, ended: createEnd() };
    this.jog = started;
    this.holds.start(id, ownerID, () => this.release(started), jogTimeoutMS);
    const isStanding = await takeArmFromPausedRun(core);
    const tool = isStanding ? await core.refreshTool() : refuse('robot_not_idle', robotMessages.armNotStopped);
    if (!tool.ok || !this.holds.isOpen(id)) {
      await this.finish(started);
      return tool.ok ? accept(this.ended(id)) : tool;
    }
    this.resolver.reset();
    this.tick(started);
    return accept({ isActive: true });
  }

  /** Keeps a jog, or another held move, alive. */
  beat(id: string): JogAnswer {
    if (!this.holds.beat(id)) return this.ended(id);
    const heldBy = this.jog?.isEscape ? (this.escape.heldBy ?? this.resolver.heldBy) : this.resolver.heldBy;
    const isHeld = this.jog?.id === id && heldBy !== undefined;
    return { isActive: true, ...(isHeld ? { heldBy } : {}) };
  }

  /** Releases a jog; no effect when it has ended. */
  stop(id: string): Answer {
    this.holds.lapse(id);
    return accepted;
  }

  /** Ends the jog without further messages: a stop is on its way, or the controller has ended it. */
  abort(): void {
    if (this.jog) void this.finish(this.jog);
  }

  private ended(id: string): JogAnswer {
    return { isActive: false, ...(this.holds.wasLate(id) ? { isLate: true } : {}) };
  }

  private release(jog: Jog): void {
    jog.isReleased = true;
  }

  private tick(jog: Jog): void {
    const { core } = this;
    const { state } = core.arm;
    if (this.jog !== jog || !state) return;
    // The controller's override scales trajectories; a velocity is scaled here.
    const command = jog.isReleased ? undefined : scaleCommand(jog.command, overrideOf(core.store.state));
    const oneWays = jog.isEscape ? this.escape.listWays(state) : [];
    const wished = this.resolver.resolve(command, state, jogPeriodMS / 1000, oneWays);
    const isForced = core.store.state.isForceRecoveryMode;
    const velocities = jog.isEscape ? this.escape.allow(state, wished, isForced, this.resolver) : wished;
    if (jog.isReleased && velocities.every((velocity) => velocity === 0)) {
      void this.finish(jog);
      return;
    }
    void core.arm
      .command((driver, epoch) => driver.jog({ epoch, jogID: jog.id, velocities }))
      .then((answer) => {
        if (!answer.ok) void this.finish(jog);
      });
    core.clock.schedule(jogPeriodMS, () => this.tick(jog));
  }

  private async finish(jog: Jog): Promise<void> {
    const { core } = this;
    if (this.jog !== jog) return jog.ended.promise;
    this.jog = undefined;
    this.holds.close(jog.id);
    await core.arm.command((driver) => driver.endJog(jog.id));
    await core.arm.waitForStandstill();
    if (jog.isEscape && core.machine.state === 'Recovering') core.machine.fire('escapeEnded');
    else if (core.machine.state === 'RunningAdHocCommand') core.machine.fire('adHocEnded');
    jog.ended.resolve();
  }
}

function scaleCommand(command: JogCommand, factor: number): JogCommand {
  if (factor === 1) return command;
  if (command.jogKind === 'joint') {
    const [a, b, c, d, e, f] = command.velocities;
    return { ...command, velocities: [a * factor, b * factor, c * factor, d * factor, e * factor, f * factor] };
  }
  const { linear, angular } = command;
  return { ...command, linear: scaleVec3(linear, factor), angular: scaleVec3(angular, factor) };
}

function createEnd(): PromiseWithEnd {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function notIdle({ machine }: SessionCore) {
  return refuse('robot_not_idle', describeSessionRefusal(machine.state, 'adHocStarted'));
}
