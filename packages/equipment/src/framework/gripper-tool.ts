import type { GripperRanges } from '@cellwright/domain/equipment';
import { makePose, type Pose, quaternionFromEulerDegrees } from '@cellwright/geometry';
import type { ToolDescription } from '../capabilities/tool.ts';

/** Geometry of a gripper for the arm. Metres and kg, in the flange frame: z out of it, two fingers open along y. */
export interface GripperShape {
  readonly massKg: number;
  /** Box of the housing with its adapter: its edge lengths, starting at the flange or `start` ahead of it. */
  readonly housing: {
    readonly width: number;
    readonly breadth: number;
    readonly length: number;
    readonly start: number;
  };
  readonly fingers: { readonly count: 2 | 3; readonly thickness: number; readonly breadth: number };
  /** Distance between the fingers at their widest. */
  readonly maximumWidth: number;
  readonly tcpDistance: number;
}

/** Describes what a gripper with straight fingers adds to the arm: its housing, and its fingers at their widest. */
export function describeGripperTool(shape: GripperShape): ToolDescription {
  const { housing, massKg, tcpDistance } = shape;
  const centre = housing.start + housing.length / 2;
  return {
    tcp: poseAhead(0, 0, tcpDistance),
    massKg,
    centreOfGravity: [0, 0, centre],
    collisionBoxes: [
      { pose: poseAhead(0, 0, centre), size: [housing.width, housing.breadth, housing.length] },
      ...describeFingers(shape),
    ],
  };
}

/** Two fingers face each other along y; three are arranged around the axis, the first one along y. */
function describeFingers({
  housing,
  fingers,
  maximumWidth,
  tcpDistance,
}: GripperShape): ToolDescription['collisionBoxes'] {
  const front = housing.start + housing.length;
  const length = tcpDistance - front;
  if (length <= 0) return [];
  const radius = (maximumWidth + fingers.thickness) / 2;
  const size = [fingers.breadth, fingers.thickness, length] as const;
  return Array.from({ length: fingers.count }, (_, index) => {
    const degrees = (360 / fingers.count) * index;
    const angle = (degrees * Math.PI) / 180;
    const place = [-radius * Math.sin(angle), radius * Math.cos(angle), front + length / 2] as const;
    // Each finger moves half of the width, towards the axis.
    const closing = [Math.sin(angle) / 2, -Math.cos(angle) / 2, 0] as const;
    const finger = { widest: maximumWidth, closing };
    return { pose: makePose(place, quaternionFromEulerDegrees([0, 0, degrees])), size, finger };
  });
}

/** Returns the width ranges of fingers: between the fingertips for an outer grip, over them for an inner one. */
export function rangesOfFingers(minimum: number, maximum: number, fingertips: number): GripperRanges['widthRange'] {
  return {
    inward: { minimum, maximum },
    outward: { minimum: minimum + fingertips, maximum: maximum + fingertips },
  };
}

function poseAhead(x: number, y: number, z: number): Pose {
  return { x, y, z, i: 0, j: 0, k: 0, w: 1 };
}
