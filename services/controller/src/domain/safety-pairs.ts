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
} from '@cellwright/domain/robot';

export type SafetyDemand = Exclude<InputSafeguardKind, 'none'>;

/** Two inputs of one button or one gate, and their request. */
export interface InputPair {
  readonly names: readonly [string, string];
  readonly kind: SafetyDemand;
}

/** Fixed pairs; rules add others. */
const wiredPairs: readonly InputPair[] = wiredSafetyPairs.map((names) => ({
  names,
  kind: names[0].includes('E-Stop') ? 'estop' : 'pauselow',
}));

/** Returns every pair of safety inputs under these rules. */
export function inputPairsOf({ inputSafeguardRules }: Pick<SafetyRules, 'inputSafeguardRules'>): InputPair[] {
  const ruled = inputSafeguardRules.flatMap(({ pair, kind }) => {
    const [one, other] = portsOfPair(pair);
    const names = [ioPortName({ kind: 'Input', port: one }), ioPortName({ kind: 'Input', port: other })] as const;
    return kind === 'none' ? [] : [{ names, kind }];
  });
  return [...wiredPairs, ...ruled];
}

/** Returns the state that each output of the rules shows, by full name. */
export function shownOutputsOf({
  outputSafeguardRules,
}: Pick<SafetyRules, 'outputSafeguardRules'>): ReadonlyMap<string, Exclude<OutputSafeguardKind, 'none'>> {
  return new Map(
    outputSafeguardRules.flatMap(({ pair, kind }) =>
      kind === 'none' ? [] : portsOfPair(pair).map((port) => [ioPortName({ kind: 'Output', port }), kind] as const),
    ),
  );
}

/** Returns the level at which an input of a pair requests nothing. */
export function restLevelOf({ kind }: InputPair): IOLevel {
  return inputRestLevels[kind];
}

/**
 * Returns the input by which a pair requests something. One input is enough to request less motion; a reset allows more
 * motion, so both inputs must request it.
 */
export function askedBy({ names, kind }: InputPair, levels: IOLevels): string | undefined {
  const active = inputRestLevels[kind] === 'low' ? 'high' : 'low';
  const asking = names.filter((name) => levels[name] === active);
  return kind === 'reset' && asking.length < names.length ? undefined : asking[0];
}

/** Returns the common name of a pair whose inputs contradict each other. */
export function disagreementOf({ names: [one, other] }: InputPair, levels: IOLevels): string | undefined {
  return levels[one] === levels[other] ? undefined : `${one} and ${other}`;
}

/**
 * Maximum time that the two inputs of a pair may disagree, s: contacts of one button never close at the same instant.
 * The usual bound of dual-channel inputs.
 */
export const discrepancySeconds = 0.5;

/**
 * Monitors how long pairs disagree. A pair that disagreed for too long has failed until both its inputs agree again.
 */
export class PairWatch {
  private readonly limitSeconds: number;
  private readonly since = new Map<string, number>();
  private readonly failed = new Set<string>();

  /** @param timeScale scale of the clock of the times: buttons are pressed in real time. */
  constructor(timeScale = 1) {
    this.limitSeconds = discrepancySeconds * timeScale;
  }

  /** First pair that has failed. */
  get failedPair(): string | undefined {
    return this.failed.values().next().value;
  }

  /** Time at which the next pair fails unless it agrees first. */
  get due(): number | undefined {
    let due: number | undefined;
    for (const [pair, since] of this.since) {
      if (!this.failed.has(pair)) due = Math.min(due ?? Number.POSITIVE_INFINITY, since + this.limitSeconds);
    }
    return due;
  }

  /** Records the pairs that disagree at this time, s. */
  note(disagreeing: readonly string[], time: number): void {
    for (const pair of [...this.since.keys()]) {
      if (disagreeing.includes(pair)) continue;
      this.since.delete(pair);
      this.failed.delete(pair);
    }
    for (const pair of disagreeing) if (!this.since.has(pair)) this.since.set(pair, time);
  }

  /** Returns the pairs that fail by this time, s; each is returned once. */
  takeFailed(time: number): string[] {
    const failing = [...this.since]
      .filter(([pair, since]) => since + this.limitSeconds <= time && !this.failed.has(pair))
      .map(([pair]) => pair);
    for (const pair of failing) this.failed.add(pair);
    return failing;
  }
}
