import { equipmentLiveStateSchema } from '@cellwright/domain/equipment';
import { identityPose } from '@cellwright/geometry';
import * as z from 'zod';
import { defineContract } from '../../framework/contract.ts';
import { nameField } from '../../framework/fields.ts';
import { noAddress } from '../../framework/passive-address.ts';

const configSchema = z.object({ kind: z.literal('NoGripper'), name: nameField('No gripper') });

/** States that nothing is mounted on the flange. A step that needs a gripper finds none. */
export const noGripperContract = defineContract({
  kind: 'NoGripper',
  label: 'No gripper',
  description: 'No tool on the flange: the TCP is the flange itself.',
  catalogue: { group: 'tool' },
  config: configSchema,
  liveState: equipmentLiveStateSchema,
  capabilities: {},
  isBareFlange: true,
  tool: () => ({ tcp: identityPose, massKg: 0, centreOfGravity: [0, 0, 0], collisionBoxes: [] }),
  address: () => noAddress,
  examples: [{ title: 'A bare flange', config: configSchema.parse({ kind: 'NoGripper' }) }],
});
