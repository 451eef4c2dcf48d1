import { type Failure, failureKinds, recoveryOf } from '@cellwright/domain/robot';
import { describe, expect, it } from 'vitest';
import { findSplitChannels, listRecoverySteps, type RecoveryState } from './recovery-steps.ts';

const released = { 'E-Stop 1': 'high', 'E-Stop 2': 'high' } as const;
const failed: RecoveryState = {
  kind: 'Failure',
  failure: null,
  brakes: 'disengaged',
  safety: { isEStopped: false, isSafeguardOpen: false },
  io: released,
  contact: { jointsBeyondLimits: [], pressedJoints: [] },
};
const failureOf = (kind: Failure['kind'], changes: Partial<Failure> = {}): Failure => ({
  ...{ kind, reason: 'It failed', recoveryKind: recoveryOf[kind] },
  ...changes,
});
const shownAs = (steps: ReturnType<typeof listRecoverySteps>) =>
  steps.map(({ id, isDone }) => `${isDone ? 'done' : 'open'} ${id}`);

describe('listRecoverySteps', () => {
  it('lists the button, the failure and the brakes after an emergency stop, and keeps them when they are done', () => {
    const failure = failureOf('EStopTriggered');
    const pressed: RecoveryState = {
      ...failed,
      brakes: 'engaged',
      safety: { isEStopped: true, isSafeguardOpen: false },
      io: { 'E-Stop 1': 'low', 'E-Stop 2': 'low' },
    };
    const first = listRecoverySteps({ failure, state: pressed });
    const shown = new Set(first.map(({ id }) => id));
    const after = (state: RecoveryState) => shownAs(listRecoverySteps({ failure, state, shown }));
    expect(shownAs(first)).toEqual(['open releaseButton', 'open recover', 'open releaseBrakes', 'open goOn']);
    // The emergency stop stays latched until Recover; the button input is read directly.
    expect(after({ ...pressed, io: released })[0]).toBe('done releaseButton');
    const recovered: RecoveryState = { ...pressed, kind: 'Idle', io: released };
    expect(after(recovered)).toEqual(['done releaseButton', 'done recover', 'open releaseBrakes', 'open goOn']);
    expect(after({ ...recovered, brakes: 'disengaged' })).toEqual([
      'done releaseButton',
      'done recover',
      'done releaseBrakes',
      'open goOn',
    ]);
  });

  it('names the wiring instead of the button after channels that differ', () => {
    const io = { 'E-Stop 1': 'low', 'E-Stop 2': 'high' } as const;
    const state = { ...failed, io };
    expect(shownAs(listRecoverySteps({ failure: failureOf('EStopTriggered'), state }))[0]).toBe('open matchChannels');
    expect(findSplitChannels(io)).toBe('E-Stop');
    expect(findSplitChannels(released)).toBeUndefined();
  });

  it('names the device that failed a step, and ticks it off when it answers', () => {
    const failure = failureOf('GripperFailure', { equipmentID: 'equipment_1' });
    const of = (isDeviceWell: boolean | undefined) =>
      shownAs(listRecoverySteps({ failure, state: failed, isDeviceWell }));
    expect(of(undefined)).toEqual(['open fixDevice', 'open recover', 'open goOn']);
    expect(of(false)[0]).toBe('open fixDevice');
    expect(of(true)[0]).toBe('done fixDevice');
  });

  it('ticks the restart off when the controller is back and the failure is recoverable', () => {
    const failure = failureOf('PowerBoardFailure');
    const shown = new Set(['restart', 'recover', 'goOn'] as const);
    const stepsWhile = (state: RecoveryState) => shownAs(listRecoverySteps({ failure, state, shown })).slice(0, 2);
    expect(stepsWhile({ ...failed, failure })).toEqual(['open restart', 'open recover']);
    const recoverable = { ...failed, failure: { ...failure, recoveryKind: 'Recoverable' } as const };
    expect(stepsWhile(recoverable)).toEqual(['done restart', 'open recover']);
    expect(stepsWhile({ ...failed, kind: 'Idle' })).toEqual(['done restart', 'done recover']);
  });

  it('ticks off the manual motion when the arm is free', () => {
    const failure = failureOf('JointLimitFailure');
    const beyond = { ...failed, contact: { jointsBeyondLimits: [3], pressedJoints: [] } };
    expect(shownAs(listRecoverySteps({ failure, state: beyond }))[0]).toBe('open guide');
    expect(shownAs(listRecoverySteps({ failure, state: failed }))[0]).toBe('done guide');
  });

  it.each(failureKinds)('ends with Recover for %s, and ticks steps off only when the state confirms them', (kind) => {
    const steps = listRecoverySteps({ failure: failureOf(kind), state: failed });
    expect(steps.slice(-2).map(({ id }) => id)).toEqual(['recover', 'goOn']);
    const left = listRecoverySteps({ failure: failureOf(kind), state: { ...failed, kind: 'Idle' } });
    expect(left.filter(({ isDone }) => !isDone).map(({ id }) => id)).toEqual(['goOn']);
  });
});
