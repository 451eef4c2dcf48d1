import type { ArmModel, CollisionGeometry, Origin } from '@cellwright/arm';
import {
  composePoses,
  identityPose,
  makePose,
  type Pose,
  quaternionFromRpy,
  transformPoint,
} from '@cellwright/geometry';
import { fitCapsule, placeCapsule } from './fit.ts';
import { fitCapsules } from './fit-several.ts';
import type { JointDescription, RobotDescription } from './robot-description.ts';
import type { PlacedShape } from './shapes.ts';

/** Triangles of a mesh file named in a URDF, in the file's units. */
export interface MeshData {
  readonly vertices: ArrayLike<number>;
}

export interface ArmDescription {
  readonly robot: RobotDescription;
  /** Links with an unreadable mesh; they are checked without it. */
  readonly linksWithoutMesh: readonly string[];
}

/** Maximum growth when a fitted capsule replaces a box; a bulky one would forbid free space. */
const acceptableGrowth = 1.3;

function poseOf(origin: Origin): Pose {
  return makePose(origin.xyz, quaternionFromRpy(origin.rpy));
}

function boxVertices([x, y, z]: readonly [number, number, number]): number[] {
  const signs = [-0.5, 0.5];
  return signs.flatMap((i) => signs.flatMap((j) => signs.flatMap((k) => [x * i, y * j, z * k])));
}

/** Returns a shape for checks; undefined for a mesh, which is fitted before. */
function describeGeometry(geometry: CollisionGeometry): PlacedShape | undefined {
  switch (geometry.kind) {
    case 'sphere':
      return { shape: { kind: 'sphere', radius: geometry.radius }, pose: { ...identityPose, ...at(geometry.center) } };
    case 'capsule':
      return placeCapsule(geometry.from, geometry.to, geometry.radius);
    case 'box': {
      const { size, origin } = geometry;
      const fit = fitCapsule(boxVertices(size));
      if (fit.volume > acceptableGrowth * size[0] * size[1] * size[2]) {
        return { shape: { kind: 'box', size }, pose: poseOf(origin) };
      }
      return { ...fit.placed, pose: composePoses(poseOf(origin), fit.placed.pose) };
    }
    case 'cylinder': {
      const { radius, length, origin } = geometry;
      return { shape: { kind: 'cylinder', radius, length }, pose: poseOf(origin) };
    }
    case 'mesh':
      return undefined;
  }
}

function at([x, y, z]: readonly [number, number, number]) {
  return { x, y, z };
}

/**
 * Returns the same arm with capsules in place of its meshes, so that they need not be read again. Unreadable meshes
 * stay.
 */
export function fitMeshes(model: ArmModel, readMesh: (uri: string) => MeshData | undefined): ArmModel {
  const links = model.links.map((link) => ({
    ...link,
    collision: link.collision.flatMap((shape) => fit(shape, readMesh)),
  }));
  return { ...model, links };
}

function fit(
  geometry: CollisionGeometry,
  readMesh: (uri: string) => MeshData | undefined,
): CollisionGeometry | CollisionGeometry[] {
  if (geometry.kind !== 'mesh') return geometry;
  const mesh = readMesh(geometry.uri);
  if (mesh === undefined || mesh.vertices.length < 3) return geometry;
  const { scale, origin } = geometry;
  const scaled = Float64Array.from(mesh.vertices, (value, index) => value * (scale[index % 3] ?? 1));
  return fitCapsules(scaled).flatMap(({ shape, pose }): CollisionGeometry[] => {
    if (shape.kind !== 'capsule') return [];
    const placed = composePoses(poseOf(origin), pose);
    const [from, to] = [-1, 1].map((side) => transformPoint(placed, [0, 0, (side * shape.length) / 2]));
    return from && to ? [{ kind: 'capsule', from, to, radius: shape.radius }] : [];
  });
}

/**
 * Lists in sentences what checks of this arm leave out: meshes that could not be read, and links between joints without
 * a shape.
 */
export function describeUnchecked(model: ArmModel): string[] {
  const standing = model.joints[0]?.parent;
  const moving = new Set([standing, ...model.joints.map(({ child }) => child)]);
  return model.links.flatMap(({ name, collision }) => {
    const unread = collision.flatMap((shape) => (shape.kind === 'mesh' ? [shape.uri] : []));
    if (unread.length > 0)
      return `The mesh ${unread.join(', ')} of link ${name} is not there or cannot be read: nothing checks what it touches`;
    if (collision.length === 0 && moving.has(name))
      return `Link ${name} has no collision shape: nothing checks what it touches`;
    return [];
  });
}

/**
 * Returns the collision description of an arm model. Spheres and capsules are used as given; meshes, read by
 * `readMesh`, and long boxes are fitted with capsules; other boxes and cylinders are kept.
 */
export function describeArm(
  model: ArmModel,
  readMesh: (uri: string) => MeshData | undefined = () => undefined,
): ArmDescription {
  const moving = model.joints.map((joint): JointDescription => {
    const { name, parent, child, axis } = joint;
    return { name, parent, child, kind: 'revolute', origin: poseOf(joint.origin), axis };
  });
  const fixed = model.fixedFrames.map((frame): JointDescription => {
    const { name, parent, child } = frame;
    return { name, parent, child, kind: 'fixed', origin: poseOf(frame.origin) };
  });
  const linksWithoutMesh: string[] = [];
  const links = fitMeshes(model, readMesh).links.map(({ name, collision }) => {
    const parts = collision.flatMap((geometry) => {
      const part = describeGeometry(geometry);
      if (part === undefined) linksWithoutMesh.push(name);
      return part ?? [];
    });
    return { name, parts };
  });
  const robot = { joints: [...moving, ...fixed], movingJoints: moving.map((joint) => joint.name), links };
  return { robot, linksWithoutMesh };
}
