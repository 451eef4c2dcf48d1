/** Common parts of OnRobot's two-finger grippers. */
import * as z from 'zod';
import type { GripperDescription } from '../../capabilities/gripper.ts';
import type { ToolDescription } from '../../capabilities/tool.ts';
import { metersField } from '../fields.ts';
import {
  computeBoxFields,
  fingertipWidthField,
  maximumForceField,
  simulatedPartField,
  tcpDistanceField,
} from '../gripper-fields.ts';
import { describeGripperTool, rangesOfFingers } from '../gripper-tool.ts';

export interface TwoFingerDefaults {
  readonly name: string;
  readonly minimumWidth: number;
  readonly maximumWidth: number;
  readonly maximumForce: number;
  readonly tcpDistance: number;
}

/**
 * With one mounting of its fingers a gripper reaches only part of its range, so the range is a field, not a constant.
 */
export const twoFingerFields = ({
  name,
  minimumWidth,
  maximumWidth,
  maximumForce,
  tcpDistance,
}: TwoFingerDefaults) => ({
  ...computeBoxFields(name),
  minimumWidth: metersField(
    'Smallest width',
    minimumWidth,
    'Between the fingertips; depends on how the fingers are mounted and on the fingertips',
  ),
  maximumWidth: metersField('Largest width', maximumWidth, 'Between the fingertips'),
  fingertipWidth: fingertipWidthField(0.01),
  maximumForce: maximumForceField(maximumForce),
  tcpDistance: tcpDistanceField(tcpDistance),
  simulatedPartWidth: simulatedPartField(),
});
const fieldsSchema = z.object(
  twoFingerFields({ name: '', minimumWidth: 0, maximumWidth: 1, maximumForce: 1, tcpDistance: 0 }),
);
export type TwoFingerConfig = z.infer<typeof fieldsSchema> & { readonly kind: string };

/** Data of a model from the manufacturer. */
export interface TwoFingerModel {
  readonly massKg: number;
  /** Edge length of the square that encloses the housing with its quick changer, m. */
  readonly housingSide: number;
  /** Minimum force and speed, as a fraction of their maximum. */
  readonly smallestFraction: number;
  /** Speed of the width at 100 %, m/s. */
  readonly highestSpeed: number;
}

export function describeTwoFingers(config: TwoFingerConfig, { smallestFraction }: TwoFingerModel): GripperDescription {
  const { minimumWidth, maximumWidth, fingertipWidth, maximumForce } = config;
  return {
    widthRange: rangesOfFingers(minimumWidth, maximumWidth, fingertipWidth),
    forceRange: { minimum: smallestFraction * maximumForce, maximum: maximumForce },
    speedFractionRange: { minimum: smallestFraction, maximum: 1 },
  };
}

/** The housing is the gripper box of the arm's published description, ahead of the flange. */
export function describeTwoFingerTool(
  config: TwoFingerConfig,
  { massKg, housingSide }: TwoFingerModel,
): ToolDescription {
  return describeGripperTool({
    massKg,
    housing: { width: housingSide, breadth: housingSide, length: 0.1565, start: 0.0785 - 0.1565 / 2 },
    fingers: { count: 2, thickness: 0.02, breadth: 0.03 },
    maximumWidth: config.maximumWidth,
    tcpDistance: config.tcpDistance,
  });
}
