import { createKinematics, defaultArm, largeArm, readyJoints, restPoseFromTool0, writeUrdf } from '@cellwright/arm';
import { afterEach, expect, it, vi } from 'vitest';
import { robotArm } from './robot-arm.ts';
import { toolPoseOf } from './tool-pose.ts';

afterEach(() => vi.unstubAllGlobals());

/** The cell answers every request with this. */
function answer(name: string, urdf: string): void {
  vi.stubGlobal('fetch', async () => Response.json({ name, urdf }));
}

it('draws and computes with the arm that the cell tells of: one of the family, or any other', async () => {
  expect(robotArm.tools.model).toBe(defaultArm);
  const heard = vi.fn();
  robotArm.subscribe(heard);
  answer(largeArm.name, '');
  await robotArm.load();
  expect(robotArm.tools.model).toBe(largeArm);
  expect(heard).toHaveBeenCalledTimes(1);
  expect(toolPoseOf(readyJoints, undefined)).toEqual(
    restPoseFromTool0(createKinematics(largeArm).computeTipPose(readyJoints)),
  );
  answer('borrowed', writeUrdf({ ...defaultArm, name: 'borrowed' }));
  await robotArm.load();
  expect(robotArm.tools.model.joints).toEqual(defaultArm.joints);
});
