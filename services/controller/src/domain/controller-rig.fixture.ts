import { defaultArm, readyJoints } from '@cellwright/arm';
import type {
  CommandResult,
  ControllerCommand,
  ControllerEvent,
  ControllerLogEntry,
} from '@cellwright/controller-link';
import type { InputSafeguardKind, OutputSafeguardKind, SafetyRules } from '@cellwright/domain/robot';
import { planMove, type Trajectory } from '@cellwright/trajectory';
import { type ArmSetup, armSetupOf } from './arm-setup.ts';
import { ControllerCore } from './controller-core.ts';
import { MotionLog } from './motion-log.ts';

export const arm: ArmSetup = armSetupOf(defaultArm, readyJoints);
export const commanderID = 1;

/** Pairs of digital ports and their purpose. */
export interface RulesByPair {
  readonly inputs?: Readonly<Record<number, InputSafeguardKind>>;
  readonly outputs?: Readonly<Record<number, OutputSafeguardKind>>;
}

export function rulesOf({ inputs = {}, outputs = {} }: RulesByPair, version = 1): SafetyRules {
  return {
    version,
    inputSafeguardRules: Object.entries(inputs).map(([pair, kind]) => ({ pair: Number(pair), kind })),
    outputSafeguardRules: Object.entries(outputs).map(([pair, kind]) => ({ pair: Number(pair), kind })),
  };
}

/** A controller on virtual time with one commander, which sends heartbeats until it is silenced. */
export class ControllerRig {
  readonly core: ControllerCore;
  readonly log: MotionLog;
  readonly events: ControllerEvent[] = [];
  private isSilent = false;
  private nextHeartbeat = 0;
  private sequence = 0;

  constructor(options: { readonly logCapacity?: number; readonly timeScale?: number } = {}) {
    this.log = new MotionLog(options.logCapacity ?? 200_000);
    this.core = new ControllerCore({
      arm,
      log: this.log,
      time: 0,
      ...(options.timeScale !== undefined && { timeScale: options.timeScale }),
      onEvent: (event) => this.events.push(event),
    });
  }

  /** Returns a controller whose commander has taken command, set these rules and released the brakes. */
  static ready(rules?: RulesByPair): ControllerRig {
    const rig = new ControllerRig();
    rig.takeCommand();
    if (rules) rig.setRules(rules);
    rig.send({ kind: 'setBrakes', engaged: false });
    return rig;
  }

  get state() {
    return this.core.state;
  }

  /** Events in order, without times. */
  get story(): string[] {
    return this.events.map((event) => ('cause' in event ? `${event.kind} ${event.cause}` : event.kind));
  }

  takeCommand(connectionID = commanderID, epoch = 0): CommandResult {
    return this.send(
      { kind: 'hello', commander: `commander ${connectionID}`, takesCommand: true },
      { connectionID, epoch },
    );
  }

  /** Sends a command, in the current epoch unless another is given. */
  send(
    command: ControllerCommand,
    { connectionID = commanderID, epoch = this.core.state.stopEpoch } = {},
  ): CommandResult {
    this.sequence += 1;
    return this.core.apply(connectionID, { sequence: this.sequence, epoch, command });
  }

  execute(
    trajectory: Trajectory,
    {
      trajectoryID = 't1',
      startPathTime = 0,
      contactForce = 0,
      contactPoint = [] as readonly number[],
      epoch = this.state.stopEpoch,
    } = {},
  ) {
    const where = { trajectoryID, stepID: 's1', trajectory, startPathTime, contactForce, contactPoint };
    return this.send({ kind: 'executeTrajectory', ...where }, { epoch });
  }

  /** Plans a move by these joint offsets from the current position, within all limits. */
  planBy(offsets: readonly number[]): Trajectory {
    const { positions } = this.state;
    return planMove(
      positions,
      positions.map((position, joint) => position + (offsets[joint] ?? 0)),
      arm.limits,
    );
  }

  stop(newEpoch = this.state.stopEpoch + 1): CommandResult {
    return this.send({ kind: 'stop', newEpoch, engageBrakes: false, reason: 'test' });
  }

  setRules(rules: RulesByPair, version = 1): CommandResult {
    return this.send({ kind: 'setSafetyRules', rules: rulesOf(rules, version) });
  }

  /** Forces both inputs of a pair, as a button or gate does. */
  forceBoth(names: readonly [string, string], level: 'high' | 'low' | 'released'): void {
    for (const name of names) this.force(name, level);
  }

  force(name: string, level: 'high' | 'low' | 'released'): CommandResult {
    return this.send({ kind: 'forceInput', name, level });
  }

  /** Stops all messages of the commander, including heartbeats. */
  silence(): void {
    this.isSilent = true;
  }

  /** Lets time pass with the commander's heartbeat. */
  run(seconds: number): void {
    const end = this.core.time + seconds;
    while (this.core.time < end) {
      const next = Math.min(end, this.isSilent ? end : Math.max(this.nextHeartbeat, this.core.time));
      this.core.advanceTo(next);
      if (this.isSilent || next < this.nextHeartbeat) continue;
      this.core.hear(commanderID, next);
      this.nextHeartbeat = next + 0.05;
    }
  }

  /** Runs until the condition holds, at most for this many seconds. */
  runUntil(condition: () => boolean, seconds = 10): void {
    const end = this.core.time + seconds;
    while (!condition() && this.core.time < end) this.run(0.004);
    if (!condition()) throw new Error(`the condition did not hold within ${seconds} s`);
  }

  get setPoints(): readonly ControllerLogEntry[] {
    return this.entries('setPoint');
  }

  entries(kind: string): readonly ControllerLogEntry[] {
    return this.log.page(-1, this.log.capacity).filter((entry) => entry.kind === kind);
  }
}

export function speedOf({ velocities }: { readonly velocities: readonly number[] }): number {
  return Math.max(...velocities.map(Math.abs));
}

/** Offsets of all joints whose move takes a second or two, rad. */
export const sweep = [1.2, 0.4, -0.8, 0.6, 0.5, -1];

/** Returns the kind of refusal of a command, or 'accepted'. */
export function kindOf(result: CommandResult): string {
  return result.ok ? 'accepted' : result.refusal.kind;
}
