import type { VariableValue } from '@cellwright/domain/basics';
import type { IOLevels } from '@cellwright/domain/robot';
import type { RoutineTest, RoutineTestVerdict } from '@cellwright/domain/routine';
import type { ProofReport } from '@cellwright/domain/run';

/** Result of playing a routine for a test. */
export interface Seen {
  readonly outcome: ProofReport['outcome'];
  /** Ids of the steps in the order of their starts, including repetitions. */
  readonly starts: readonly string[];
  readonly failure: { readonly kind: string; readonly text: string } | undefined;
  readonly endedBecause: 'boundReached' | 'waitsForOutside' | undefined;
  /** Levels at the end, by full name. */
  readonly outputs: IOLevels;
  /** Values at the end, by id. */
  readonly variables: Readonly<Record<string, { readonly name: string; readonly value: VariableValue }>>;
  /** Null for what did not complete. */
  readonly cycleSeconds: number | null;
}

export function verdict(
  field: string,
  passed: boolean,
  expected: string,
  seen: string,
  stepID: string | null = null,
): RoutineTestVerdict {
  return { field, stepID, passed, expected, seen };
}

/**
 * A verdict for every expectation of a test.
 * @param known paths of the routine's steps by id
 */
export function judge(test: RoutineTest, seen: Seen, known: ReadonlyMap<string, string>): RoutineTestVerdict[] {
  return [
    ...judgeOutcome(test, seen),
    ...judgeSteps(test, seen, known),
    ...Object.entries(test.expect.outputs).map(([name, level]) => {
      const found = seen.outputs[name] ?? 'low';
      return verdict(`expect.outputs.${name}`, found === level, level, found);
    }),
    ...Object.entries(test.expect.variables).map(([name, value]) => judgeVariable(name, value, seen)),
    ...judgeTime(test, seen),
  ];
}

function judgeOutcome({ expect, maxSeconds }: RoutineTest, { outcome, failure, endedBecause }: Seen) {
  const why = {
    completed: '',
    notPlayed: '',
    failed: failure ? `: ${failure.kind}: ${failure.text}` : '',
    ended:
      endedBecause === 'waitsForOutside'
        ? ': it waited for something outside the routine that never came'
        : `: it had not ended after ${maxSeconds} s`,
  } as const;
  const verdicts = [verdict('expect.outcome', outcome === expect.outcome, expect.outcome, `${outcome}${why[outcome]}`)];
  if (expect.failureKind !== undefined) {
    const kind = failure?.kind ?? 'no failure';
    verdicts.push(verdict('expect.failureKind', kind === expect.failureKind, expect.failureKind, kind));
  }
  if (expect.message !== undefined) {
    const text = failure?.text ?? 'no failure';
    verdicts.push(verdict('expect.message', failure?.text.includes(expect.message) ?? false, expect.message, text));
  }
  return verdicts;
}

function judgeSteps({ expect }: RoutineTest, { starts }: Seen, known: ReadonlyMap<string, string>) {
  const nameOf = (id: string) => (known.has(id) ? `step ${known.get(id)}` : `no step '${id}' in the routine`);
  const isThere = (id: string) => known.has(id);
  const say = (id: string) => (isThere(id) ? (starts.includes(id) ? 'reached' : 'not reached') : nameOf(id));
  const reached = expect.reached.map((id, index) =>
    verdict(`expect.reached.${index}`, starts.includes(id), `reached: ${nameOf(id)}`, say(id), id),
  );
  const away = expect.notReached.map((id, index) =>
    verdict(
      `expect.notReached.${index}`,
      isThere(id) && !starts.includes(id),
      `not reached: ${nameOf(id)}`,
      say(id),
      id,
    ),
  );
  if (expect.order.length === 0) return [...reached, ...away];
  const missing = firstOutOfOrder(expect.order, starts);
  const seen = missing === undefined ? 'in this order' : `${nameOf(missing)} did not begin after the steps before it`;
  const order = expect.order.map(nameOf).join(', ');
  return [...reached, ...away, verdict('expect.order', missing === undefined, order, seen, missing ?? null)];
}

/** The first that does not begin after the ones before it. */
function firstOutOfOrder(order: readonly string[], starts: readonly string[]): string | undefined {
  let from = 0;
  for (const id of order) {
    const at = starts.indexOf(id, from);
    if (at < 0) return id;
    from = at + 1;
  }
  return undefined;
}

function judgeVariable(name: string, expected: VariableValue, { variables }: Seen): RoutineTestVerdict {
  const found = variables[name] ?? Object.values(variables).find((variable) => variable.name === name);
  const field = `expect.variables.${name}`;
  if (!found) return verdict(field, false, JSON.stringify(expected), 'no such variable');
  const seen = JSON.stringify(found.value);
  return verdict(field, seen === JSON.stringify(expected), JSON.stringify(expected), seen);
}

function judgeTime({ expect }: RoutineTest, { cycleSeconds }: Seen): RoutineTestVerdict[] {
  const { leastSeconds, mostSeconds } = expect.cycleTime ?? {};
  const seen = cycleSeconds === null ? 'no whole cycle' : `${cycleSeconds.toFixed(2)} s`;
  const bounds = [
    ['leastSeconds', leastSeconds, 'at least', cycleSeconds !== null && cycleSeconds >= (leastSeconds ?? 0)],
    ['mostSeconds', mostSeconds, 'at most', cycleSeconds !== null && cycleSeconds <= (mostSeconds ?? 0)],
  ] as const;
  return bounds.flatMap(([field, bound, word, passed]) =>
    bound === undefined ? [] : [verdict(`expect.cycleTime.${field}`, passed, `${word} ${bound} s`, seen)],
  );
}
