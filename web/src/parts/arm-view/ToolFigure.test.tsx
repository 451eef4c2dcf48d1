import { createKinematics, defaultArm, readyJoints, restPoseFromTool0 } from '@cellwright/arm';
import { composePoses, identityPose, type Pose } from '@cellwright/geometry';
import { Children, isValidElement, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { At } from './At.tsx';
import { Axes } from './Axes.tsx';
import { ToolFigure } from './ToolFigure.tsx';

/** Returns the frame that the axes of a figure are drawn in. */
function frameOfAxes(figure: ReactNode): Pose | undefined {
  for (const element of Children.toArray(figure)) {
    if (!isValidElement<{ children?: ReactNode; pose?: Pose }>(element)) continue;
    const { children, pose } = element.props;
    const isFrame = Children.toArray(children).some((child) => isValidElement(child) && child.type === Axes);
    if (element.type === At && isFrame) return pose;
    const inside = frameOfAxes(children);
    if (inside) return inside;
  }
  return undefined;
}

describe('The axes of the drawn tool', () => {
  const kinematics = createKinematics(defaultArm);
  const flange = kinematics.computeTipPose(readyJoints);

  it.each([
    ['without a tool', undefined],
    ['of a straight tool', { ...identityPose, z: 0.15 }],
    ['of an angled tool', { x: 0.02, y: 0, z: 0.1, i: 0, j: Math.SQRT1_2, k: 0, w: Math.SQRT1_2 }],
  ])('equal those of the taught pose %s', (_name, tcp) => {
    const frame = frameOfAxes(ToolFigure({ tcp, color: '#000000', opacity: 1 }));
    const drawn = composePoses(flange, frame ?? identityPose);
    const taught = restPoseFromTool0(composePoses(flange, tcp ?? identityPose));
    for (const name of ['x', 'y', 'z', 'i', 'j', 'k', 'w'] as const) expect(drawn[name]).toBeCloseTo(taught[name], 9);
  });
});
