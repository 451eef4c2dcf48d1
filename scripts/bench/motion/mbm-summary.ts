import type { PeerAnswer, PeerChecker } from './mbm-peers.ts';

interface AttemptKey {
  readonly scenario: string;
  readonly index: number;
  readonly seed: number;
}

export type Attempt = AttemptKey &
  (
    | { readonly solved: false; readonly reason: string; readonly checks: number }
    | {
        readonly solved: true;
        readonly planMs: number;
        readonly shortcutMs: number;
        readonly foundLength: number;
        readonly length: number;
        readonly checks: number;
        readonly waypoints: number;
        /** True if independent code finds no contact at steps of 0.001 rad. */
        readonly valid: boolean;
      }
  );

export type PeerAttempt = AttemptKey & PeerAnswer & { readonly checker: PeerChecker };

function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return null;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? null) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function quantileOf(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
}

function round(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(4));
}

/** Cost of one run of the product or of a peer, if it was solved and valid. */
interface Cost {
  readonly index: number;
  readonly planMs: number;
  readonly totalMs: number | undefined;
  readonly length: number | undefined;
}

function costsOf(attempts: readonly Attempt[]): Cost[] {
  return attempts.flatMap((attempt) => {
    if (!attempt.solved || !attempt.valid) return [];
    const { index, planMs, shortcutMs, length } = attempt;
    return [{ index, planMs, totalMs: planMs + shortcutMs, length }];
  });
}

/** Counts a peer's path only if it is valid at 0.001 rad. */
function peerCostsOf(attempts: readonly PeerAttempt[]): Cost[] {
  return attempts
    .filter(({ solved, valid }) => solved && valid)
    .map(({ index, planMs, simplifyMs, simplifiedValid, simplifiedLength }): Cost => {
      const isComplete = simplifyMs !== undefined && simplifiedValid === true;
      return {
        index,
        planMs,
        totalMs: isComplete ? planMs + simplifyMs : undefined,
        length: isComplete ? simplifiedLength : undefined,
      };
    });
}

function medianPerProblem(costs: readonly Cost[], pick: (cost: Cost) => number | undefined): Map<number, number> {
  const lists = new Map<number, number[]>();
  for (const cost of costs) {
    const value = pick(cost);
    if (value !== undefined) lists.set(cost.index, [...(lists.get(cost.index) ?? []), value]);
  }
  return new Map([...lists].map(([index, values]) => [index, medianOf(values) ?? 0]));
}

/** Returns the median over problems of the product's cost over the peer's, each the median of its rounds. */
function medianRatio(ours: Map<number, number>, theirs: Map<number, number>): number | null {
  const ratios = [...ours].flatMap(([index, value]) => {
    const other = theirs.get(index);
    return other === undefined ? [] : [value / other];
  });
  return round(medianOf(ratios));
}

function comparePeer(ours: readonly Cost[], attempts: readonly PeerAttempt[]) {
  const theirs = peerCostsOf(attempts);
  const lengths = theirs.flatMap((cost) => cost.length ?? []);
  const ourLength = meanOf(ours.flatMap((cost) => cost.length ?? []));
  const theirLength = meanOf(lengths);
  return {
    solved: attempts.filter((attempt) => attempt.solved).length,
    valid: theirs.length,
    planMsMedian: round(medianOf(theirs.map((cost) => cost.planMs))),
    planAndSimplifyMsMedian: round(medianOf(theirs.flatMap((cost) => cost.totalMs ?? []))),
    lengthMean: round(theirLength),
    planTimeRatio: medianRatio(
      medianPerProblem(ours, (cost) => cost.planMs),
      medianPerProblem(theirs, (cost) => cost.planMs),
    ),
    totalTimeRatio: medianRatio(
      medianPerProblem(ours, (cost) => cost.totalMs),
      medianPerProblem(theirs, (cost) => cost.totalMs),
    ),
    lengthRatio: theirLength === null || ourLength === null ? null : round(ourLength / theirLength),
  };
}

function summarizeScenario(attempts: readonly Attempt[], peers: readonly PeerAttempt[]) {
  const ours = costsOf(attempts);
  const solved = attempts.flatMap((attempt) => (attempt.solved ? [attempt] : []));
  const plans = solved.map((attempt) => attempt.planMs);
  const checkers: PeerChecker[] = ['analytic', 'fcl'];
  const compared = checkers.flatMap((checker) => {
    const those = peers.filter((attempt) => attempt.checker === checker);
    return those.length === 0 ? [] : [[checker, comparePeer(ours, those)] as const];
  });
  return {
    attempts: attempts.length,
    solved: solved.length,
    within2s: solved.filter((attempt) => attempt.planMs <= 2000).length,
    invalid: solved.filter((attempt) => !attempt.valid).length,
    planMs: {
      median: round(medianOf(plans)),
      mean: round(meanOf(plans)),
      p95: round(quantileOf(plans, 0.95)),
      max: round(quantileOf(plans, 1)),
    },
    shortcutMs: { median: round(medianOf(solved.map((attempt) => attempt.shortcutMs))) },
    checks: { median: round(medianOf(attempts.map((attempt) => attempt.checks))) },
    length: {
      foundMean: round(meanOf(solved.map((attempt) => attempt.foundLength))),
      mean: round(meanOf(solved.map((attempt) => attempt.length))),
    },
    peers: Object.fromEntries(compared),
  };
}

/** Summarizes per scenario and in total: the number of solved problems, times and lengths, compared with the peers. */
export function summarize(attempts: readonly Attempt[], peers: readonly PeerAttempt[]) {
  const scenarios = [...new Set(attempts.map((attempt) => attempt.scenario))];
  return {
    scenarios: Object.fromEntries(
      scenarios.map((scenario) => [
        scenario,
        summarizeScenario(
          attempts.filter((attempt) => attempt.scenario === scenario),
          peers.filter((attempt) => attempt.scenario === scenario),
        ),
      ]),
    ),
    attempts: attempts.length,
    solved: attempts.filter((attempt) => attempt.solved).length,
    within2s: attempts.filter((attempt) => attempt.solved && attempt.planMs <= 2000).length,
    invalid: attempts.filter((attempt) => attempt.solved && !attempt.valid).length,
  };
}
