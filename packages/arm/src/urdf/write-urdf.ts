import {
  crossVec3,
  distanceVec3,
  lerpVec3,
  normalizeVec3,
  quaternionFromAxisAngle,
  rpyFromQuaternion,
  subtractVec3,
  type Vec3,
} from '@cellwright/geometry';
import type { ArmModel, CollisionGeometry, Inertia, JointModel, LinkModel, Origin } from '../model/arm-model.ts';

/**
 * Writes the URDF of an arm model. Motion limits that URDF does not define are extra attributes of `limit`, which other
 * readers skip; capsules are `capsule` elements along z.
 */
export function writeUrdf(model: ArmModel): string {
  const lines = [
    '<?xml version="1.0"?>',
    `<robot name="${escapeText(model.name)}">`,
    ...model.links.flatMap(writeLink),
    ...model.joints.flatMap((joint, index) => writeJoint(model, joint, index)),
    ...model.fixedFrames.flatMap((frame) => [
      `  <joint name="${escapeText(frame.name)}" type="fixed">`,
      ...writeConnection(frame.parent, frame.child, frame.origin),
      '  </joint>',
    ]),
    '</robot>',
  ];
  return `${lines.join('\n')}\n`;
}

function writeLink(link: LinkModel): string[] {
  if (link.inertia === undefined && link.collision.length === 0) return [`  <link name="${escapeText(link.name)}"/>`];
  return [
    `  <link name="${escapeText(link.name)}">`,
    ...(link.inertia === undefined ? [] : writeInertia(link.inertia)),
    ...link.collision.flatMap((shape) => [
      '    <collision>',
      `      ${writeOrigin(originOf(shape))}`,
      `      <geometry>${writeGeometry(shape)}</geometry>`,
      '    </collision>',
    ]),
    '  </link>',
  ];
}

function writeInertia(inertia: Inertia): string[] {
  const { mass, origin, ixx, ixy, ixz, iyy, iyz, izz } = inertia;
  return [
    '    <inertial>',
    `      ${writeOrigin(origin)}`,
    `      <mass value="${mass}"/>`,
    `      <inertia ixx="${ixx}" ixy="${ixy}" ixz="${ixz}" iyy="${iyy}" iyz="${iyz}" izz="${izz}"/>`,
    '    </inertial>',
  ];
}

function writeGeometry(shape: CollisionGeometry): string {
  switch (shape.kind) {
    case 'sphere':
      return `<sphere radius="${shape.radius}"/>`;
    case 'capsule':
      return `<capsule radius="${shape.radius}" length="${distanceVec3(shape.from, shape.to)}"/>`;
    case 'box':
      return `<box size="${shape.size.join(' ')}"/>`;
    case 'cylinder':
      return `<cylinder radius="${shape.radius}" length="${shape.length}"/>`;
    case 'mesh':
      return `<mesh filename="${escapeText(shape.uri)}" scale="${shape.scale.join(' ')}"/>`;
  }
}

function originOf(shape: CollisionGeometry): Origin {
  if (shape.kind === 'sphere') return { xyz: shape.center, rpy: [0, 0, 0] };
  if (shape.kind !== 'capsule') return shape.origin;
  return { xyz: lerpVec3(shape.from, shape.to, 0.5), rpy: rpyOntoDirection(subtractVec3(shape.to, shape.from)) };
}

/** Returns a rotation that turns z to the direction. */
function rpyOntoDirection(direction: Vec3): Vec3 {
  const unit = normalizeVec3(direction);
  if (unit[0] === 0 && unit[1] === 0) return unit[2] < 0 ? [Math.PI, 0, 0] : [0, 0, 0];
  const axis = normalizeVec3(crossVec3([0, 0, 1], unit));
  return rpyFromQuaternion(quaternionFromAxisAngle(axis, Math.acos(unit[2])));
}

function writeJoint(model: ArmModel, joint: JointModel, index: number): string[] {
  const { lower, upper, velocity, effort } = joint.limits;
  const { acceleration, jerk, stopDeceleration } = model.motionLimits;
  const range = `lower="${lower}" upper="${upper}" velocity="${velocity}" effort="${effort}"`;
  const extra = `acceleration="${acceleration[index]}" jerk="${jerk[index]}" stopDeceleration="${stopDeceleration[index]}"`;
  return [
    `  <joint name="${escapeText(joint.name)}" type="revolute">`,
    ...writeConnection(joint.parent, joint.child, joint.origin),
    `    <axis xyz="${joint.axis.join(' ')}"/>`,
    `    <limit ${range} ${extra}/>`,
    '  </joint>',
  ];
}

function writeConnection(parent: string, child: string, origin: Origin): string[] {
  return [
    `    <parent link="${escapeText(parent)}"/>`,
    `    <child link="${escapeText(child)}"/>`,
    `    ${writeOrigin(origin)}`,
  ];
}

function writeOrigin({ xyz, rpy }: Origin): string {
  return `<origin xyz="${xyz.join(' ')}" rpy="${rpy.join(' ')}"/>`;
}

const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&${entities[character]};`);
}
