import { createKinematics, defaultArm, readyJoints, restPoseFromTool0 } from '@cellwright/arm';
import { composePoses, identityPose, type Pose } from '@cellwright/geometry';
import { Children, isValidElement, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { At } from './At.tsx';
import { Axes } from './Axes.tsx';
import type { FingerWidths, ToolBox } from './arm-view-props.ts';
import { CheckedBox, ToolBody, ToolFigure } from './ToolFigure.tsx';

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

/** Returns the elements of a kind in a figure, in order. */
function elementsOf<Given>(figure: ReactNode, kind: (props: Given) => ReactNode): Given[] {
  return Children.toArray(figure).flatMap((element) => {
    if (!isValidElement<Given & { children?: ReactNode }>(element)) return [];
    return element.type === kind ? [element.props] : elementsOf(element.props.children, kind);
  });
}

describe('The bodies of the drawn tool', () => {
  const at = (x: number, y: number, z: number): Pose => ({ ...identityPose, x, y, z });
  const finger = (y: number): ToolBox => ({
    pose: at(0, y, 0.17),
    size: [0.03, 0.02, 0.02],
    finger: { equipmentID: 'equipment_1', widest: 0.08, closing: [0, -Math.sign(y) / 2, 0] },
  });
  const checked: readonly ToolBox[] = [{ pose: at(0, 0, 0.08), size: [0.14, 0.14, 0.15] }, finger(0.05), finger(-0.05)];
  const draw = (fingerWidths: FingerWidths) =>
    ToolFigure({ boxes: checked, fingerWidths, collision: '#ff0000', color: '#000000', opacity: 1 });

  it.each<[string, FingerWidths, number]>([
    ['without a known width', undefined, 0.05],
    ['with the width of another gripper', { equipment_2: 0 }, 0.05],
    ['at their widest', { equipment_1: 0.08 }, 0.05],
    ['at half their width', { equipment_1: 0.04 }, 0.03],
    ['when they are closed', { equipment_1: 0 }, 0.01],
    ['beyond their widest', { equipment_1: 0.09 }, 0.05],
  ])('have their fingers in place %s', (_name, widths, y) => {
    const [housing, ...fingers] = elementsOf(draw(widths), ToolBody);
    expect(housing?.body.pose).toEqual(checked[0]?.pose);
    expect(fingers.map(({ body }) => body.pose.y)).toEqual([expect.closeTo(y, 9), expect.closeTo(-y, 9)]);
  });

  it('equal the bodies that the planner checks, which are drawn as collision shapes', () => {
    const figure = draw({ equipment_1: 0.02 });
    expect(elementsOf(figure, ToolBody).map(({ body }) => body.size)).toEqual(checked.map(({ size }) => size));
    expect(elementsOf(figure, CheckedBox).map(({ box }) => box)).toEqual(checked);
    const widest = elementsOf(draw({ equipment_1: 0.08 }), ToolBody);
    expect(widest.map(({ body }) => body.pose)).toEqual(checked.map(({ pose }) => pose));
  });

  it.each([
    ['apart at their widest', 0.08, 0.045],
    ['at half their width', 0.04, 0.025],
    ['together when they are closed', 0, 0.005],
  ])('draws the two fingers of a gripper with one box around both, %s', (_name, width, y) => {
    const pair: ToolBox = {
      pose: at(0, 0, 0.12),
      size: [0.1, 0.1, 0.06],
      finger: { equipmentID: 'equipment_1', widest: 0.08, closing: [0, 0.5, 0], isPair: true },
    };
    const figure = ToolFigure({
      ...{ boxes: [pair], fingerWidths: { equipment_1: width }, collision: '#ff0000' },
      ...{ color: '#000000', opacity: 1 },
    });
    const fingers = elementsOf(figure, ToolBody).map(({ body }) => body);
    expect(fingers.map(({ pose }) => pose.y)).toEqual([expect.closeTo(-y, 9), expect.closeTo(y, 9)]);
    expect(fingers.map(({ size }) => size[1])).toEqual([expect.closeTo(0.01, 9), expect.closeTo(0.01, 9)]);
    expect(elementsOf(figure, CheckedBox).map(({ box }) => box)).toEqual([pair]);
  });
});

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
