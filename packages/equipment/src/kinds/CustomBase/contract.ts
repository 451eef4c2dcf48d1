import { equipmentLiveStateSchema } from '@cellwright/domain/equipment';
import { makePose, quaternionFromEulerDegrees } from '@cellwright/geometry';
import * as z from 'zod';
import type { BaseDescription } from '../../capabilities/base.ts';
import { defineContract } from '../../framework/contract.ts';
import { metersField, nameField } from '../../framework/fields.ts';
import { noAddress } from '../../framework/passive-address.ts';

const offsetField = (label: string) => z.number().min(-10).max(10).default(0).meta({ label, unit: 'm' });
const turnField = (label: string) => z.number().min(-360).max(360).default(0).meta({ label, unit: '°' });

const configSchema = z.object({
  kind: z.literal('CustomBase'),
  name: nameField('Custom base'),
  x: offsetField('x'),
  y: offsetField('y'),
  z: offsetField('z'),
  rx: turnField('Turn about x'),
  ry: turnField('Turn about y'),
  rz: turnField('Turn about z'),
  isDynamic: z.boolean().default(false).meta({ label: 'Moves', help: 'A lift or another base whose height changes' }),
  baseHeight: metersField('Height now', 0, 'Current height of a moving base above its configured position'),
});
export type CustomBaseConfig = z.infer<typeof configSchema>;

/** A base that the arm is mounted on, away from the world's origin. Nothing is connected to it. */
export const customBaseContract = defineContract({
  kind: 'CustomBase',
  label: 'Custom base',
  description: 'Pose of the arm base in the cell: position, rotation (extrinsic x-y-z), and height of a moving base.',
  catalogue: { group: 'axis' },
  config: configSchema,
  liveState: equipmentLiveStateSchema,
  capabilities: {},
  base: describeBase,
  address: () => noAddress,
  examples: [
    { title: 'On a wall, 1 m up', config: configSchema.parse({ kind: 'CustomBase', z: 1, ry: 90 }) },
    {
      title: 'On a lift that is 0.4 m up',
      config: configSchema.parse({ kind: 'CustomBase', name: 'Lift', isDynamic: true, baseHeight: 0.4 }),
    },
  ],
});

/** A lift moves straight up, however the arm is rotated on it. */
function describeBase({ x, y, z: height, rx, ry, rz, isDynamic, baseHeight }: CustomBaseConfig): BaseDescription {
  const place = [x, y, height + (isDynamic ? baseHeight : 0)] as const;
  return { pose: makePose(place, quaternionFromEulerDegrees([rx, ry, rz])), isDynamic };
}
