import type { RecoveryKind } from '@cellwright/domain/robot';
import { describe, expect, it } from 'vitest';
import { findWayOut } from './way-out.ts';

const free = { jointsBeyondLimits: [], pressedJoints: [] };
const failed = (recoveryKind: RecoveryKind, changes: Partial<Parameters<typeof findWayOut>[0]> = {}) =>
  findWayOut({
    failure: { kind: 'CollisionFailure', reason: 'It touched.', recoveryKind },
    isForceRecoveryMode: false,
    contact: free,
    brakes: 'disengaged',
    ...changes,
  });

describe('findWayOut', () => {
  it('returns recover unless another action comes first', () => {
    expect(failed('Recoverable')).toBe('recover');
    expect(failed('NotRecoverable')).toBe('engageBrakes');
    expect(failed('NotRecoverable', { brakes: 'engaged' })).toBe('recover');
    expect(failed('Restart')).toBe('restart');
    expect(findWayOut(undefined)).toBeUndefined();
  });

  it('returns manual motion as long as the arm is in contact or outside its limits', () => {
    expect(failed('GuidedMode', { contact: { ...free, jointsBeyondLimits: [3] } })).toBe('guide');
    expect(failed('ManualRecoveryMode', { contact: { ...free, pressedJoints: [2] } })).toBe('moveAway');
    expect(failed('ManualRecoveryMode')).toBe('recover');
    const forced = { isForceRecoveryMode: true, contact: { ...free, pressedJoints: [2] } };
    expect(failed('Recoverable', forced)).toBe('moveAway');
  });
});
