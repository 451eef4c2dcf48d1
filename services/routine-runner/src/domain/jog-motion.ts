import { type JogFrame, type JointAngles, jogTimeoutMS } from '@cellwright/domain';
import type { Vec3 } from '@cellwright/geometry';
import { type Answer, accept, refuse } from './answer.ts';
import { takeArmFromPausedRun } from './hand-motion.ts';
import type { Holds } from './holds.ts';
import type { RunControl } from './run-control.ts';
import { checkMayMove, type SessionCore } from './session-core.ts';

/** How often the velocity is worked out anew and sent, ms: 50 Hz. */
const jogPeriodMS = 20;

/** A velocity of the joints (rad/s), or of the tool in a frame (m/s and rad/s). */
export type JogCommand =
  | { readonly jogKind: 'joint'; readonly velocities: JointAngles }
  | { readonly jogKind: 'cartesian'; readonly frame: JogFrame; readonly linear: Vec3; readonly angular: Vec3 };

/** Turns a wish into joint velocities that are slow enough and lead nowhere bad; zero where they would. */
export interface JogResolver {
  resolve(command: JogCommand, joints: JointAngles): JointAngles;
}

interface Jog {
  readonly id: string;
  command: JogCommand;
  cancel: () => void;
}

/** Jogging: the arm moves at a velocity while heartbeats arrive, and comes to rest 250 ms after the last one. */
export class JogMotion {
  private jog: Jog | undefined;
  private readonly core: SessionCore;
  private readonly holds: Holds;
  private readonly runs: RunControl;
  private readonly resolver: JogResolver;

  constructor(parts: { core: SessionCore; holds: Holds; runs: RunControl; resolver: JogResolver }) {
    this.core = parts.core;
    this.holds = parts.holds;
    this.runs = parts.runs;
    this.resolver = parts.resolver;
  }

  /** Starts a jog, or changes the velocity of the one with this id; one that has ended stays ended. */
  async move(id: string, command: JogCommand, ownerID: string): Promise<Answer<{ isActive: boolean }>> {
    const { core, jog } = this;
    if (jog?.id === id) {
      jog.command = command;
      return accept({ isActive: this.holds.beat(id) });
    }
    if (this.holds.wasUsed(id)) return accept({ isActive: false });
    if (core.machine.state === 'RoutineRunning' && !this.runs.isPaused) return notIdle(core);
    const mayMove = checkMayMove(core, 'robot_not_idle');
    if (!mayMove.ok) return mayMove;
    const fired = core.machine.fire('adHocStarted');
    if (!fired.ok) return notIdle(core);
    const started: Jog = { id, command, cancel: () => undefined };
    this.jog = started;
    this.holds.start(id, ownerID, () => void this.end(started), jogTimeoutMS);
    if (!(await takeArmFromPausedRun(core)) || this.jog !== started) {
      await this.end(started);
      return accept({ isActive: false });
    }
    const tool = await core.refreshTool();
    if (!tool.ok) {
      await this.end(started);
      return tool;
    }
    this.tick(started);
    return accept({ isActive: this.holds.isOpen(id) });
  }

  /** Ends a jog; harmless when it has ended. */
  async stop(id: string): Promise<Answer> {
    this.holds.lapse(id);
    return accept(undefined);
  }

  /** Ends the jog, because of a stop that is already on its way, or because the controller ended it. */
  abort(): void {
    if (this.jog) this.holds.lapse(this.jog.id);
  }

  private tick(jog: Jog): void {
    const { core } = this;
    if (this.jog !== jog || !this.holds.isOpen(jog.id)) return;
    const { joints } = core.arm;
    if (joints) {
      const velocities = this.resolver.resolve(jog.command, joints);
      void core.arm
        .command((driver, epoch) => driver.jog({ epoch, jogID: jog.id, velocities }))
        .then((answer) => {
          if (!answer.ok) this.holds.lapse(jog.id);
        });
    }
    jog.cancel = core.clock.schedule(jogPeriodMS, () => this.tick(jog));
  }

  private async end(jog: Jog): Promise<void> {
    const { core } = this;
    if (this.jog !== jog) return;
    jog.cancel();
    this.holds.close(jog.id);
    await core.arm.command((driver) => driver.endJog(jog.id));
    await core.arm.waitForStandstill();
    if (this.jog !== jog) return;
    this.jog = undefined;
    if (core.machine.state === 'RunningAdHocCommand') core.machine.fire('adHocEnded');
  }
}

function notIdle({ machine }: SessionCore) {
  return refuse('robot_not_idle', `The robot is in ${machine.state}. Wait for it, or stop it first`);
}
