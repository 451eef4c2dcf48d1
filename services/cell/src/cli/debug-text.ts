import type { VariableValue } from '@cellwright/domain/basics';
import type { PausePlace } from '@cellwright/domain/run';

/** A step of the debugged routine as entered by a user: by path, id, or a unique description. */
export interface NamedStep {
  readonly id: string;
  readonly path: string;
  readonly stepKind: string;
  readonly description?: string | undefined;
}

export function findStep(steps: readonly NamedStep[], name: string): NamedStep | undefined {
  const exact = steps.find(({ id, path }) => path === name || id === name);
  if (exact) return exact;
  const described = steps.filter(({ description }) => description === name);
  return described.length === 1 ? described[0] : undefined;
}

export function showValue(value: VariableValue): string {
  return JSON.stringify(value);
}

const reasons = { breakpoint: 'breakpoint', runTo: 'run to here', step: 'step', pause: 'paused' } as const;

/** Describes the place and reason of a pause in one line. */
export function showPlace(place: PausePlace, steps: readonly NamedStep[]): string {
  const step = steps.find(({ id }) => id === place.stepID);
  const where = step ? `${place.when} ${step.path} ${step.stepKind}` : 'between two steps';
  const thread = place.thread === 'main' ? '' : `, beside the routine`;
  const problem = place.problem === null ? '' : `: its condition cannot be told: ${place.problem}`;
  return `❚❚ ${where} (${reasons[place.reason]}${thread}${problem})`;
}
