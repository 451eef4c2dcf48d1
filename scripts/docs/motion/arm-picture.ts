import { readyJoints } from '@cellwright/arm';
import type { Vec3 } from '@cellwright/geometry';
import type { ArmContext } from '../../../services/motion/src/domain/arm-context.ts';
import { armSolids, createCell, flangeAt, floorHeight, standSolids } from './cell.ts';
import { createPlot, type Plot } from './plot.ts';
import { card, colours, dot, leader, line, type Point, rectangle, text } from './svg.ts';
import { createView, drawSolids, fromAbove, fromTheSide, type View } from './view.ts';

const scale = 265;
const sideAt: Point = [62, 40];
const topAt: Point = [452, 40];
const width = 300;
const height = 318;
/** How far each joint's axis is drawn to both sides of the joint, metres. */
const axisReach = [0.19, 0.1, 0.1, 0.1, 0.1, 0.12];

/** The arm where it starts, as the collision checker sees it. */
export function drawArm(): string {
  const arm = createCell();
  const links = armSolids(arm, readyJoints);
  const solids = [...standSolids, ...links];
  const side = createView({ ...fromTheSide, scale, center: [-0.3, 0, floorHeight - 0.05], at: [62, 358] });
  const top = createView({ ...fromAbove, scale, center: [-0.3, -0.55, 0], at: [452, 358] });
  const flange = flangeAt(arm, readyJoints);
  const axes = (at: Point, title: string, from: number, words: string): Plot =>
    createPlot({
      title,
      at,
      width,
      height,
      x: { words: 'x, m', from: -0.3, to: -0.3 + width / scale, step: 0.2 },
      y: { words, from, to: from + height / scale, step: 0.2 },
    });
  const sidePlot = axes(sideAt, 'From the side', floorHeight - 0.05, 'z, m');
  const topPlot = axes(topAt, 'From above', -0.55, 'y, m');
  const middleOf = (link: string): Vec3 => links.find((entry) => entry.link === link)?.middle ?? [0, 0, 0];
  return card(790, 412, 'The arm at its ready pose as capsules, on its stand and the floor', [
    sidePlot.axes,
    drawFloorFromTheSide(side),
    ...drawSolids(side, solids),
    drawFlange(side, flange),
    ...drawAxes(side, arm),
    ...nameFromTheSide(side, middleOf, flange),
    topPlot.axes,
    ...drawSolids(top, solids),
    drawFlange(top, flange),
    ...nameFromAbove(top, middleOf, flange),
  ]);
}

function drawFloorFromTheSide(view: View): string {
  const [left, top] = view.place([-0.3, 0, floorHeight]);
  return rectangle([left, top], width, sideAt[1] + height - top, { fill: colours.fixed, stroke: colours.edge });
}

function drawFlange(view: View, flange: Vec3): string {
  return dot(view.place(flange), 4, { fill: colours.bad, stroke: '#ffffff', 'stroke-width': 1.2 });
}

function nameFromTheSide(view: View, middleOf: (link: string) => Vec3, flange: Vec3): string[] {
  const place = (link: string) => view.place(middleOf(link));
  return [
    leader([205, 214], place('upper_arm_link'), 'upper arm'),
    text(shiftDown(place('forearm_link')), 'forearm', { 'text-anchor': 'middle' }),
    leader([274, 152], view.place(flange), 'tool0, the flange', 'end'),
    leader([205, 320], view.place([0, 0, -0.12]), 'stand'),
    text([330, 353], 'floor', { fill: colours.faint, 'text-anchor': 'end', 'font-size': 11 }),
  ];
}

function nameFromAbove(view: View, middleOf: (link: string) => Vec3, flange: Vec3): string[] {
  const place = (link: string) => view.place(middleOf(link));
  return [
    leader([600, 96], view.place([0, 0.22, 0]), 'upper arm', 'middle'),
    text(shiftDown(place('forearm_link')), 'forearm', { 'text-anchor': 'middle' }),
    leader([672, 240], view.place([0.549, 0.06, 0]), 'wrist 1'),
    leader([640, 122], view.place([0.6, 0.2, 0]), 'wrist 2', 'middle'),
    leader([706, 88], view.place(flange), 'wrist 3, tool0', 'middle'),
    leader([520, 290], view.place([0, -0.05, 0]), 'shoulder, base', 'middle'),
  ];
}

function shiftDown([x, y]: Point): Point {
  return [x, y + 4];
}

/** Each joint's axis: a line, or a point where it is looked along; with its number. */
function drawAxes(view: View, { kinematics, model }: ArmContext): string[] {
  const jacobian = Float64Array.from(kinematics.computeJacobian(readyJoints));
  const links = Float64Array.from(kinematics.computeLinks(readyJoints));
  return model.joints.map(({ child }, joint) => {
    const at = 12 * kinematics.indexOfLink(child);
    const origin: Vec3 = [links[at + 3] ?? 0, links[at + 7] ?? 0, links[at + 11] ?? 0];
    const axis = [18, 24, 30].map((row) => jacobian[row + joint] ?? 0);
    const along = (distance: number): Vec3 => [
      origin[0] + (axis[0] ?? 0) * distance,
      origin[1] + (axis[1] ?? 0) * distance,
      origin[2] + (axis[2] ?? 0) * distance,
    ];
    const reach = axisReach[joint] ?? 0.1;
    const [from, to] = [view.place(along(-reach)), view.place(along(reach))];
    return [
      line(from, to, { stroke: colours.bad, 'stroke-width': 1.2, 'stroke-dasharray': '7 3 1.5 3' }),
      dot(to, 7.5, { fill: '#ffffff', stroke: colours.bad }),
      text([to[0], to[1] + 4], String(joint), { 'text-anchor': 'middle', 'font-size': 10.5, fill: colours.bad }),
    ].join('\n');
  });
}
