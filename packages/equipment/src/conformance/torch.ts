/** Conformance case of every weld torch. */
import { rotateVec3 } from '@cellwright/geometry';
import { describeCapability, describeTool } from '../contracts.ts';
import { holds, near } from './expect.ts';
import { type DeviceCase, demand, onAnyDevice } from './rig.ts';

export const torchCases: readonly DeviceCase[] = [
  onAnyDevice('is present, with the z axis of its TCP along the wire', async (rig) => {
    await rig.waitForState(({ connected }) => connected);
    const { angle } = demand(describeCapability(rig.config, 'torch'));
    const [x, , z] = rotateVec3(demand(describeTool(rig.config)).tcp, [0, 0, 1]);
    near(Math.atan2(x, z), angle, 1e-6, 'angle of the wire');
    holds(rig.driver.state().connected, 'it stays present');
  }),
];
