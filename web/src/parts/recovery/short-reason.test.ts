import { toMoveAgainMark } from '@cellwright/domain/robot';
import { describe, expect, it } from 'vitest';
import { shortReason } from './short-reason.ts';

describe('shortReason', () => {
  it('omits what to do', () => {
    expect(shortReason(`Emergency stop button (E-Stop 1). ${toMoveAgainMark}Release it, recover`)).toBe(
      'Emergency stop button (E-Stop 1).',
    );
  });

  it('keeps a reason without instructions', () => {
    expect(shortReason('The gripper does not answer')).toBe('The gripper does not answer');
  });
});
