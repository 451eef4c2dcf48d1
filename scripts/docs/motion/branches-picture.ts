import { branchJoints, IkFlag, readyJoints } from '@cellwright/arm';
import type { Pose, Vec3 } from '@cellwright/geometry';
import type { ArmContext } from '../../../services/motion/src/domain/arm-context.ts';
import { armSolids, createCell, floorHeight, standSolids } from './cell.ts';
import { card, colours, dot, label, line, type Point, rectangle, text } from './svg.ts';
import { createView, drawFloor, drawSolids, type View } from './view.ts';

/** The arm stands here for the pose that is asked for. */
const posture = [0.3, 0.7, 1.6, -0.9, -1.2, 0];
const panel = { width: 190, height: 236 };
const bits = [
  { name: 'shoulder', flag: IkFlag.shoulderFlipped },
  { name: 'elbow', flag: IkFlag.elbowFlipped },
  { name: 'wrist', flag: IkFlag.wristFlipped },
];

interface Branch {
  readonly joints: readonly number[];
  readonly flags: number;
  /** Within the limits, and the one that the arm gets to first. */
  readonly isSoonest: boolean;
}

/** Every posture that puts the flange at one pose, and which of them touch something. */
export function drawBranches(): string {
  const arm = createCell();
  const pose = arm.kinematics.computeTipPose(posture);
  const panels = listBranches(arm, pose).map((branch, index) => {
    const corner: Point = [19 + panel.width * (index % 4), 14 + panel.height * Math.floor(index / 4)];
    return drawPanel(arm, [pose.x, pose.y, pose.z], branch, corner);
  });
  return card(790, 496, 'The eight postures of the arm for one pose of its flange', panels);
}

function listBranches({ inverse }: ArmContext, pose: Pose): Branch[] {
  const solutions = inverse.solveAllForPose(pose, readyJoints);
  const branches = Array.from({ length: solutions.count }, (_, index) => ({
    joints: branchJoints(solutions, index),
    flags: solutions.flags[index] ?? 0,
  }));
  const soonest = inverse.solveNearest(pose, readyJoints);
  const isSoonest = (joints: readonly number[]) =>
    soonest.ok && joints.every((angle, joint) => Math.abs(Math.sin((angle - (soonest.joints[joint] ?? 0)) / 2)) < 1e-6);
  return branches
    .sort((a, b) => a.flags - b.flags)
    .map((branch) => ({ ...branch, isSoonest: isSoonest(branch.joints) }));
}

function drawPanel(arm: ArmContext, target: Vec3, branch: Branch, [left, top]: Point): string {
  const { joints, flags, isSoonest } = branch;
  const at: Point = [left + 91, top + 96];
  const view = createView({ azimuth: -75, elevation: 18, scale: 116, center: [0.38, 0.06, 0.16], at });
  const border = isSoonest ? { stroke: colours.good, 'stroke-width': 2 } : { stroke: colours.grid };
  const degrees = joints.map((angle) => label((angle * 180) / Math.PI)).join(' ');
  return [
    rectangle([left, top], panel.width - 8, panel.height - 8, { rx: 6, fill: 'none', ...border }),
    ...drawFloor(view, floorHeight, [-0.25, -0.25], [1, 0.5]),
    ...drawSolids(view, [...standSolids, ...armSolids(arm, joints)]),
    drawTarget(view, target),
    writeFlags([left + 8, top + 186], flags),
    text([left + 9, top + 202], `${degrees} °`, { 'font-size': 9.6 }),
    writeVerdict(arm, branch, [left + 9, top + 218]),
  ].join('\n');
}

function writeVerdict({ checker }: ArmContext, { joints, isSoonest }: Branch, at: Point): string {
  const check = checker.checkConfiguration(joints);
  const bold = { 'font-weight': 600 };
  if (check.kind === 'clear') {
    return text(at, isSoonest ? 'clear, soonest reached' : 'clear', { fill: colours.good, ...bold });
  }
  return text(at, `${readable(check.pair.link)} in the ${check.pair.other}`, { fill: colours.bad, ...bold });
}

function drawTarget(view: View, [x, y, z]: Vec3): string {
  const here = view.place([x, y, z]);
  return [
    line(here, view.place([x, y, floorHeight]), { stroke: colours.bad, 'stroke-dasharray': '3 3' }),
    dot(here, 4, { fill: colours.bad, stroke: '#ffffff', 'stroke-width': 1.2 }),
  ].join('\n');
}

/** What is flipped stands out. */
function writeFlags([x, y]: Point, flags: number): string {
  return bits
    .map(({ name, flag }, index) => {
      const left = x + 57 * index;
      const isFlipped = (flags & flag) !== 0;
      const fill = isFlipped ? colours.short : '#f1f3f5';
      const words = { 'text-anchor': 'middle', 'font-size': 11, fill: isFlipped ? '#ffffff' : colours.edge };
      return `${rectangle([left, y - 12], 53, 16, { rx: 8, fill })}\n${text([left + 26.5, y], name, words)}`;
    })
    .join('\n');
}

function readable(link: string): string {
  return link.replace(/_link$/, '').replaceAll('_', ' ');
}
