import type { ProofFinding } from '@cellwright/domain/run';
import { expect, it } from 'vitest';
import { findWorst } from './worst-findings.ts';

const finding = (stepID: string | null, severity: ProofFinding['severity'], message: string): ProofFinding => ({
  kind: 'stepFailed',
  severity,
  stepID,
  stepPath: stepID,
  message,
  values: [],
});

it('findWorst returns the worst finding of each step, the first of equals, and none of the whole routine', () => {
  const worst = findWorst([
    finding('a', 'note', 'one'),
    finding('a', 'error', 'two'),
    finding('a', 'error', 'three'),
    finding('b', 'warning', 'four'),
    finding(null, 'error', 'five'),
  ]);
  expect([...worst].map(([id, { message }]) => [id, message])).toEqual([
    ['a', 'two'],
    ['b', 'four'],
  ]);
});
