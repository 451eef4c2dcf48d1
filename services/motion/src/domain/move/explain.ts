import type { PlanCause } from '@cellwright/domain/motion';
import type { Reason } from './request.ts';

/** Returns a reason with one cause. */
export function explain(reason: string, key: PlanCause['key'], values: PlanCause['values'] = {}): Required<Reason> {
  return { reason, causes: [{ key, values }] };
}

/** Rounds a value for a sentence. */
export function roundTo(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
