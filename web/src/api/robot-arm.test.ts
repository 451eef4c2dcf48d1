import { createKinematics, defaultArm, largeArm, readyJoints, restPoseFromTool0, writeUrdf } from '@cellwright/arm';
import { expect, it, vi } from 'vitest';
import { armModel } from './arm-model.ts';
import { robotArm } from './robot-arm.ts';
import { toolPoseOf } from './tool-pose.ts';

it('robotArm draws and computes with the arm that the cell reports: one of the family, or any other', async () => {
  expect(robotArm.tools.model).toBe(defaultArm);
  const heard = vi.fn();
  armModel.subscribe(heard);
  await robotArm.take({ name: largeArm.name, urdf: '' });
  expect(robotArm.tools.model).toBe(largeArm);
  expect(heard).toHaveBeenCalledTimes(1);
  expect(toolPoseOf(readyJoints, undefined)).toEqual(
    restPoseFromTool0(createKinematics(largeArm).computeTipPose(readyJoints)),
  );
  await robotArm.take({ name: 'borrowed', urdf: writeUrdf({ ...defaultArm, name: 'borrowed' }) });
  expect(robotArm.tools.model.joints).toEqual(defaultArm.joints);
});
