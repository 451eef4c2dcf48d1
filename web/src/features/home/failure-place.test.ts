import type { Failure } from '@cellwright/domain/robot';
import { identityPose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { findFailurePlace } from './failure-place.ts';

const target = { pose: { ...identityPose, x: 0.4 } };
const routine = {
  stepConfigurations: {
    step_there: { stepKind: 'Waypoint', args: { targetKind: 'singlePosition', target } },
    step_grip: { stepKind: 'ActuateGripper', args: {} },
  },
};
const failure: Failure = {
  kind: 'StepPlayFailure',
  reason: 'It slipped',
  recoveryKind: 'Recoverable',
  stepPath: '2.1',
};
const poseOf = (joints: readonly number[]) => ({ ...identityPose, z: joints[0] ?? 0 });
const scene = { routine, items: [], base: identityPose, joints: [0.7], poseOf };

describe('The place of a failure', () => {
  it('equals the target of the failed step, with its number', () => {
    const place = findFailurePlace({ ...failure, stepID: 'step_there' }, scene);
    expect(place).toMatchObject({ name: '2.1', pose: target.pose, isFailure: true });
  });

  it('falls back to the tool for a step without a target, and while the routine is unknown', () => {
    const there = { name: '2.1', pose: { z: 0.7 } };
    expect(findFailurePlace({ ...failure, stepID: 'step_grip' }, scene)).toMatchObject(there);
    expect(findFailurePlace({ ...failure, stepID: 'step_there' }, { ...scene, routine: undefined })).toMatchObject(
      there,
    );
  });

  it('stays unknown without a step or a position of the arm', () => {
    expect(findFailurePlace({ ...failure, stepPath: undefined }, scene)).toBeUndefined();
    expect(findFailurePlace({ ...failure, stepID: 'step_grip' }, { ...scene, joints: undefined })).toBeUndefined();
  });
});
