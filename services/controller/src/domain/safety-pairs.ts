import {
  type InputSafeguardKind,
  type IOLevel,
  type IOLevels,
  inputRestLevels,
  ioPortName,
  type OutputSafeguardKind,
  portsOfPair,
  type SafetyRules,
  wiredSafetyPairs,
} from '@cellwright/domain';

export type SafetyDemand = Exclude<InputSafeguardKind, 'none'>;

/** Two inputs that follow one button or one gate, and what they ask for. */
export interface InputPair {
  readonly names: readonly [string, string];
  readonly kind: SafetyDemand;
}

/** Those that are wired for good; rules add others. */
const wiredPairs: readonly InputPair[] = wiredSafetyPairs.map((names) => ({
  names,
  kind: names[0].includes('E-Stop') ? 'estop' : 'pauselow',
}));

/** Every pair of inputs that the safety of the cell rests on, by these rules. */
export function inputPairsOf({ inputSafeguardRules }: Pick<SafetyRules, 'inputSafeguardRules'>): InputPair[] {
  const ruled = inputSafeguardRules.flatMap(({ pair, kind }) => {
    const [one, other] = portsOfPair(pair);
    const names = [ioPortName({ kind: 'Input', port: one }), ioPortName({ kind: 'Input', port: other })] as const;
    return kind === 'none' ? [] : [{ names, kind }];
  });
  return [...wiredPairs, ...ruled];
}

/** What each output shows that belongs to the rules, by full name. */
export function shownOutputsOf({
  outputSafeguardRules,
}: Pick<SafetyRules, 'outputSafeguardRules'>): ReadonlyMap<string, Exclude<OutputSafeguardKind, 'none'>> {
  return new Map(
    outputSafeguardRules.flatMap(({ pair, kind }) =>
      kind === 'none' ? [] : portsOfPair(pair).map((port) => [ioPortName({ kind: 'Output', port }), kind] as const),
    ),
  );
}

/** The level at which an input of a pair asks for nothing. */
export function restLevelOf({ kind }: InputPair): IOLevel {
  return inputRestLevels[kind];
}

/**
 * The input by which a pair asks for something. One is enough to ask for less motion; a reset allows more, so both must
 * ask for it.
 */
export function askedBy({ names, kind }: InputPair, levels: IOLevels): string | undefined {
  const active = inputRestLevels[kind] === 'low' ? 'high' : 'low';
  const asking = names.filter((name) => levels[name] === active);
  return kind === 'reset' && asking.length < names.length ? undefined : asking[0];
}

/** How the inputs of a pair are called together, while they contradict each other. */
export function disagreementOf({ names: [one, other] }: InputPair, levels: IOLevels): string | undefined {
  return levels[one] === levels[other] ? undefined : `${one} and ${other}`;
}

/**
 * How long the two inputs of a pair may disagree, s: contacts of one button never close at the same instant. The usual
 * bound of dual-channel inputs.
 */
export const discrepancySeconds = 0.5;

/** Watches how long pairs disagree. One that did for too long is failed until both its inputs agree again. */
export class PairWatch {
  private readonly limitSeconds: number;
  private readonly since = new Map<string, number>();
  private readonly failed = new Set<string>();

  /** @param timeScale of the clock that the times are of: buttons are pressed in real time. */
  constructor(timeScale = 1) {
    this.limitSeconds = discrepancySeconds * timeScale;
  }

  /** The first pair that has failed. */
  get failedPair(): string | undefined {
    return this.failed.values().next().value;
  }

  /** When the next pair fails unless it agrees before. */
  get due(): number | undefined {
    let due: number | undefined;
    for (const [pair, since] of this.since) {
      if (!this.failed.has(pair)) due = Math.min(due ?? Number.POSITIVE_INFINITY, since + this.limitSeconds);
    }
    return due;
  }

  /** The pairs that disagree at this time, s. */
  note(disagreeing: readonly string[], time: number): void {
    for (const pair of [...this.since.keys()]) {
      if (disagreeing.includes(pair)) continue;
      this.since.delete(pair);
      this.failed.delete(pair);
    }
    for (const pair of disagreeing) if (!this.since.has(pair)) this.since.set(pair, time);
  }

  /** The pairs that fail by this time, s; each is told once. */
  takeFailed(time: number): string[] {
    const failing = [...this.since]
      .filter(([pair, since]) => since + this.limitSeconds <= time && !this.failed.has(pair))
      .map(([pair]) => pair);
    for (const pair of failing) this.failed.add(pair);
    return failing;
  }
}
