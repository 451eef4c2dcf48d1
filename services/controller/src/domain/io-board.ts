import { type CommandResult, type OutputRequest, refuse } from '@cellwright/controller-link';
import {
  allPorts,
  findPortByName,
  type IOLevel,
  type IOLevels,
  type IOPortKind,
  ioPortName,
  type OutputSafeguardKind,
  type SafetyRules,
  writablePortKindSchema,
} from '@cellwright/domain/robot';
import {
  askedBy,
  disagreementOf,
  inputPairsOf,
  restLevelOf,
  type SafetyDemand,
  shownOutputsOf,
} from './safety-pairs.ts';

/** Longest pulse, seconds. */
const longestPulse = 3600;

const forceableKinds: ReadonlySet<IOPortKind> = new Set(['Input', 'FlangeInput', 'Safety']);

/** State of the arm that safety outputs can show. */
export interface SafetyPicture {
  readonly isEStopped: boolean;
  readonly isMoving: boolean;
  readonly isSlow: boolean;
  readonly isFullSpeed: boolean;
}

const shown: Readonly<Record<Exclude<OutputSafeguardKind, 'none'>, (picture: SafetyPicture) => boolean>> = {
  isestop: ({ isEStopped }) => isEStopped,
  isslow: ({ isSlow }) => isSlow,
  isfullspeed: ({ isFullSpeed }) => isFullSpeed,
  ismoving: ({ isMoving }) => isMoving,
  isstill: ({ isMoving }) => !isMoving,
};

interface Pulse {
  readonly endsAt: number;
  readonly levelAfter: IOLevel;
  readonly isHeld: boolean;
}

/**
 * The ports of the control box. Outputs are set by commands, inputs by the outside world (forced, in simulation). No
 * method can write a safety port; a safety output only follows the arm.
 */
export class IOBoard {
  private levels: Record<string, IOLevel>;
  private readonly pulses = new Map<string, Pulse>();
  private readonly onChange: (kind: 'output' | 'input', description: string) => void;
  /** Inputs that are forced to a level. */
  private readonly forced = new Set<string>();
  private pairs = inputPairsOf({ inputSafeguardRules: [] });
  private safetyOutputs = shownOutputsOf({ outputSafeguardRules: [] });
  private changes = 0;

  constructor(onChange: (kind: 'output' | 'input', description: string) => void) {
    this.onChange = onChange;
    this.levels = Object.fromEntries(allPorts.map(ioPortName).map((name) => [name, this.restLevelOf(name)]));
  }

  /** Counter that grows with every change of a level. */
  get revision(): number {
    return this.changes;
  }

  /** All levels by full name; a new object after every change. */
  get snapshot(): IOLevels {
    return this.levels;
  }

  /** First input that requests an emergency stop. */
  get trippedEmergencyStop(): string | undefined {
    return this.findAsking('estop');
  }

  /** First open safeguard. */
  get openSafeguard(): string | undefined {
    return this.findAsking('pauselow', 'pausehigh');
  }

  /** First input that requests slow speed. */
  get slowedBy(): string | undefined {
    return this.findAsking('slow');
  }

  /** First input of a pair that requests a reset. */
  get resetBy(): string | undefined {
    return this.findAsking('reset');
  }

  /** True if a safeguard that was opened has to be reset once it is closed. */
  get hasReset(): boolean {
    return this.pairs.some(({ kind }) => kind === 'reset');
  }

  /** Pairs of safety inputs whose two levels contradict each other. */
  get disagreeingPairs(): readonly string[] {
    return this.pairs.flatMap((pair) => disagreementOf(pair, this.levels) ?? []);
  }

  /** Time at which the next pulse ends. */
  get due(): number | undefined {
    let due: number | undefined;
    for (const { endsAt } of this.pulses.values()) due = due === undefined ? endsAt : Math.min(due, endsAt);
    return due;
  }

  /** True while a pulse is held. */
  get hasHolds(): boolean {
    for (const { isHeld } of this.pulses.values()) if (isHeld) return true;
    return false;
  }

  /** Sets all the outputs, or none if one of them is refused. */
  setOutputs(requests: readonly OutputRequest[], time: number): CommandResult {
    const names = new Set<string>();
    for (const request of requests) {
      const refused = this.judgeOutput(request);
      if (refused !== undefined) return refused;
      if (names.has(request.name)) return refuse('invalid_value', `${request.name} is named twice in one command`);
      names.add(request.name);
    }
    for (const request of requests) this.setOutput(request, time);
    return { ok: true };
  }

  /**
   * Simulates the outside world on an input. Safety inputs can be tripped and released, never forced to the healthy
   * level.
   */
  forceInput(name: string, level: IOLevel | 'released'): CommandResult {
    const port = findPortByName(name);
    if (port === undefined) return refuse('no_such_port', `There is no port '${name}'`);
    if (!forceableKinds.has(port.kind)) return refuse('not_writable', `${name} is not an input`);
    if (port.kind === 'Safety' && level === 'high') {
      return refuse('not_writable', `${name} is a safety input. It can only be tripped (low) or released`);
    }
    if (level === 'released') this.forced.delete(name);
    else this.forced.add(name);
    const wanted = level === 'released' ? this.restLevelOf(name) : level;
    this.write('input', name, wanted, level === 'released' ? 'released' : 'forced');
    return { ok: true };
  }

  /**
   * Replaces the rules as a whole. An output without a rule becomes low; an input that is not forced takes the rest
   * level of its rule.
   */
  replaceRules(rules: SafetyRules): void {
    const outputs = shownOutputsOf(rules);
    for (const name of outputs.keys()) this.pulses.delete(name);
    for (const name of this.safetyOutputs.keys()) {
      if (!outputs.has(name)) this.write('output', name, 'low', 'free of safety rules');
    }
    this.safetyOutputs = outputs;
    this.pairs = inputPairsOf(rules);
    for (const port of allPorts) {
      const name = ioPortName(port);
      if (port.kind === 'Input' && !this.forced.has(name)) this.write('input', name, this.restLevelOf(name), 'at rest');
    }
  }

  /** Ends the pulses that are over by `time`. */
  advance(time: number): void {
    for (const [name, pulse] of this.pulses) if (pulse.endsAt <= time) this.endPulse(name, pulse, 'pulse ended');
  }

  /** Ends every pulse now because its commander is gone. */
  endPulses(reason: string): void {
    for (const [name, pulse] of this.pulses) this.endPulse(name, pulse, `pulse ended: ${reason}`);
  }

  /** Ends every held pulse now. */
  endHolds(reason: string): void {
    for (const [name, pulse] of this.pulses) if (pulse.isHeld) this.endPulse(name, pulse, `pulse ended: ${reason}`);
  }

  /** Updates the safety outputs to the state of the arm. */
  driveSafetyOutputs(picture: SafetyPicture): void {
    for (const [name, kind] of this.safetyOutputs) {
      this.write('output', name, shown[kind](picture) ? 'high' : 'low', kind);
    }
  }

  private findAsking(...kinds: readonly SafetyDemand[]): string | undefined {
    for (const pair of this.pairs) {
      const asking = kinds.includes(pair.kind) ? askedBy(pair, this.levels) : undefined;
      if (asking !== undefined) return asking;
    }
    return undefined;
  }

  private restLevelOf(name: string): IOLevel {
    const pair = this.pairs.find(({ names }) => names.includes(name));
    return pair === undefined ? 'low' : restLevelOf(pair);
  }

  private judgeOutput({ name, level, pulseSeconds, hold }: OutputRequest): (CommandResult & { ok: false }) | undefined {
    const port = findPortByName(name);
    if (port === undefined) return refuse('no_such_port', `There is no port '${name}'`);
    if (!writablePortKindSchema.safeParse(port.kind).success) {
      return refuse(
        'not_writable',
        `${name} cannot be set: it is ${port.kind === 'Safety' ? 'a safety port' : 'an input'}`,
      );
    }
    if (this.safetyOutputs.has(name)) {
      return refuse('safety_output', `${name} is used by the safety settings and cannot be set`);
    }
    if (!(pulseSeconds >= 0 && pulseSeconds <= longestPulse)) {
      return refuse('invalid_value', `A pulse of ${name} must be 0 to ${longestPulse} s long`);
    }
    if (hold === 'renew' && this.pulses.get(name)?.isHeld !== true) {
      return refuse('hold_ended', `The pulse of ${name} has ended and cannot be renewed`);
    }
    if (hold !== undefined && pulseSeconds === 0) return refuse('invalid_value', `Only a pulse of ${name} can be held`);
    return level === 'high' || level === 'low' ? undefined : refuse('invalid_value', `${name} must be high or low`);
  }

  private setOutput({ name, level, pulseSeconds, hold }: OutputRequest, time: number): void {
    const levelAfter = this.pulses.get(name)?.levelAfter ?? this.levels[name] ?? 'low';
    this.pulses.delete(name);
    if (pulseSeconds > 0)
      this.pulses.set(name, { endsAt: time + pulseSeconds, levelAfter, isHeld: hold !== undefined });
    const how = pulseSeconds > 0 ? `pulse of ${pulseSeconds} s` : 'set';
    // Renewals are frequent, and change nothing.
    this.write('output', name, level, how, { always: hold !== 'renew' });
  }

  private endPulse(name: string, pulse: Pulse, how: string): void {
    this.pulses.delete(name);
    this.write('output', name, pulse.levelAfter, how, { always: true });
  }

  /** Writes a level. `always` reports a command even if the level did not change. */
  private write(kind: 'output' | 'input', name: string, level: IOLevel, how: string, { always = false } = {}): void {
    const changed = this.levels[name] !== level;
    if (changed) {
      this.levels = { ...this.levels, [name]: level };
      this.changes += 1;
    }
    if (changed || always) this.onChange(kind, `${name}=${level} (${how})`);
  }
}
