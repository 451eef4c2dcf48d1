import { type CommandResult, type OutputRequest, refuse } from '@cellwright/controller-link';
import {
  allPorts,
  findPortByName,
  type InputSafeguardKind,
  type IOLevel,
  type IOLevels,
  type IOPortKind,
  type IOPortRef,
  ioPortName,
  type OutputSafeguardKind,
  safetyInputNames,
  writablePortKindSchema,
} from '@cellwright/domain';

/** Longest pulse, seconds. */
const longestPulse = 3600;

const emergencyStopInputs = safetyInputNames.filter((name) => name.includes('E-Stop'));
const safeguardInputs = safetyInputNames.filter((name) => name.includes('Safeguard'));
const forceableKinds: ReadonlySet<IOPortKind> = new Set(['Input', 'FlangeInput', 'Safety']);

/** Outputs that belong to the safety settings, by full port name: they show the arm's state, and the controller drives them. */
export type SafetyOutputs = Readonly<Record<string, OutputSafeguardKind>>;
/** Digital inputs that belong to the safety settings, by full port name. */
export type SafetyInputs = Readonly<Record<string, InputSafeguardKind>>;

/** What an output can show. */
export interface SafetyPicture {
  readonly isEStopped: boolean;
  readonly isMoving: boolean;
  readonly isSlow: boolean;
  readonly isFullSpeed: boolean;
}

const shown: Readonly<Record<OutputSafeguardKind, (picture: SafetyPicture) => boolean>> = {
  none: () => false,
  isestop: ({ isEStopped }) => isEStopped,
  isslow: ({ isSlow }) => isSlow,
  isfullspeed: ({ isFullSpeed }) => isFullSpeed,
  ismoving: ({ isMoving }) => isMoving,
  isstill: ({ isMoving }) => !isMoving,
};

/** The level at which an input asks for something. Circuits that keep people safe are closed: a broken wire asks. */
const active: Readonly<Record<Exclude<InputSafeguardKind, 'none'>, IOLevel>> = {
  slow: 'low',
  estop: 'low',
  pauselow: 'low',
  pausehigh: 'high',
  reset: 'high',
};

interface Pulse {
  readonly endsAt: number;
  readonly levelAfter: IOLevel;
}

/** Safety inputs are closed circuits: high means healthy, low means tripped. An input with a rule rests where it asks nothing. */
function restLevel(kind: IOPortKind, rule: InputSafeguardKind | undefined): IOLevel {
  if (rule !== undefined && rule !== 'none') return active[rule] === 'low' ? 'high' : 'low';
  return kind === 'Safety' ? 'high' : 'low';
}

/**
 * The ports of the control box. Outputs are set by commands, inputs by the outside world (forced, in simulation).
 * Nothing here can write a safety port; a safety output only follows the arm.
 */
export class IOBoard {
  private levels: Record<string, IOLevel>;
  private readonly pulses = new Map<string, Pulse>();
  private readonly safetyOutputs: SafetyOutputs;
  private readonly safetyInputs: SafetyInputs;
  private readonly onChange: (kind: 'output' | 'input', description: string) => void;
  private changes = 0;

  constructor(
    { safetyOutputs = {}, safetyInputs = {} }: { safetyOutputs?: SafetyOutputs; safetyInputs?: SafetyInputs },
    onChange: (kind: 'output' | 'input', description: string) => void,
  ) {
    this.safetyOutputs = safetyOutputs;
    this.safetyInputs = safetyInputs;
    this.onChange = onChange;
    this.levels = Object.fromEntries(allPorts.map((ref) => [ioPortName(ref), this.restLevelOf(ref)]));
  }

  /** Grows with every change of a level. */
  get revision(): number {
    return this.changes;
  }

  /** All levels by full name; a new object after every change. */
  get snapshot(): IOLevels {
    return this.levels;
  }

  /** The first emergency stop input that is open. */
  get trippedEmergencyStop(): string | undefined {
    return emergencyStopInputs.find((name) => this.levels[name] === 'low') ?? this.findAsking('estop');
  }

  /** The first safeguard input that is open. */
  get openSafeguard(): string | undefined {
    const open = safeguardInputs.find((name) => this.levels[name] === 'low');
    return open ?? this.findAsking('pauselow') ?? this.findAsking('pausehigh');
  }

  /** The first input that asks for slow speed. */
  get slowedBy(): string | undefined {
    return this.findAsking('slow');
  }

  /** The first input that asks for a reset. */
  get resetBy(): string | undefined {
    return this.findAsking('reset');
  }

  /** When the next pulse ends. */
  get due(): number | undefined {
    let due: number | undefined;
    for (const { endsAt } of this.pulses.values()) due = due === undefined ? endsAt : Math.min(due, endsAt);
    return due;
  }

  /** Sets all the outputs, or none when one of them is refused. */
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

  /** Plays the outside world on an input. Safety inputs can be tripped and released, never held healthy. */
  forceInput(name: string, level: IOLevel | 'released'): CommandResult {
    const port = findPortByName(name);
    if (port === undefined) return refuse('no_such_port', `There is no port '${name}'`);
    if (!forceableKinds.has(port.kind)) return refuse('not_writable', `${name} is not an input`);
    if (port.kind === 'Safety' && level === 'high') {
      return refuse('not_writable', `${name} is a safety input: it can be tripped (low) or released`);
    }
    const wanted = level === 'released' ? this.restLevelOf(port) : level;
    this.write('input', name, wanted, level === 'released' ? 'released' : 'forced');
    return { ok: true };
  }

  /** Ends the pulses that are over by `time`. */
  advance(time: number): void {
    for (const [name, pulse] of this.pulses) if (pulse.endsAt <= time) this.endPulse(name, pulse, 'pulse ended');
  }

  /** Ends every pulse now: the commander that wanted it is gone. */
  endPulses(reason: string): void {
    for (const [name, pulse] of this.pulses) this.endPulse(name, pulse, `pulse ended: ${reason}`);
  }

  /** Lets the safety outputs follow the arm. */
  driveSafetyOutputs(picture: SafetyPicture): void {
    for (const [name, kind] of Object.entries(this.safetyOutputs)) {
      if (kind !== 'none') this.write('output', name, shown[kind](picture) ? 'high' : 'low', kind);
    }
  }

  private findAsking(kind: Exclude<InputSafeguardKind, 'none'>): string | undefined {
    return Object.keys(this.safetyInputs).find(
      (name) => this.safetyInputs[name] === kind && this.levels[name] === active[kind],
    );
  }

  private restLevelOf(ref: IOPortRef): IOLevel {
    return restLevel(ref.kind, this.safetyInputs[ioPortName(ref)]);
  }

  private judgeOutput({ name, level, pulseSeconds }: OutputRequest): (CommandResult & { ok: false }) | undefined {
    const port = findPortByName(name);
    if (port === undefined) return refuse('no_such_port', `There is no port '${name}'`);
    if (!writablePortKindSchema.safeParse(port.kind).success) {
      return refuse(
        'not_writable',
        `${name} cannot be set: it is ${port.kind === 'Safety' ? 'a safety port' : 'an input'}`,
      );
    }
    if ((this.safetyOutputs[name] ?? 'none') !== 'none') {
      return refuse('safety_output', `${name} belongs to the safety settings and cannot be set`);
    }
    if (!(pulseSeconds >= 0 && pulseSeconds <= longestPulse)) {
      return refuse('invalid_value', `A pulse of ${name} lasts from 0 to ${longestPulse} s`);
    }
    return level === 'high' || level === 'low' ? undefined : refuse('invalid_value', `${name} is set high or low`);
  }

  private setOutput({ name, level, pulseSeconds }: OutputRequest, time: number): void {
    const levelAfter = this.pulses.get(name)?.levelAfter ?? this.levels[name] ?? 'low';
    this.pulses.delete(name);
    if (pulseSeconds > 0) this.pulses.set(name, { endsAt: time + pulseSeconds, levelAfter });
    this.write('output', name, level, pulseSeconds > 0 ? `pulse of ${pulseSeconds} s` : 'set', { always: true });
  }

  private endPulse(name: string, pulse: Pulse, how: string): void {
    this.pulses.delete(name);
    this.write('output', name, pulse.levelAfter, how, { always: true });
  }

  /** `always` tells of a command even when the level was the same before. */
  private write(kind: 'output' | 'input', name: string, level: IOLevel, how: string, { always = false } = {}): void {
    const changed = this.levels[name] !== level;
    if (changed) {
      this.levels = { ...this.levels, [name]: level };
      this.changes += 1;
    }
    if (changed || always) this.onChange(kind, `${name}=${level} (${how})`);
  }
}
