import type { ArmModel, CollisionGeometry, Origin } from '@cellwright/arm';
import type { Vec3 } from '@cellwright/geometry';

/** Housing of a link: a capsule in the link's frame, metres. */
export interface Housing {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly radius: number;
}

/** Link behind its joint. */
export interface LinkShape {
  readonly name: string;
  /** Transform from the parent link's frame to the joint's, at angle 0. */
  readonly origin: Origin;
  /** Rotation axis of the joint, a unit vector; undefined for the fixed base link. */
  readonly axis: Vec3 | undefined;
  readonly housings: readonly Housing[];
  /** Radius of the joint's cover, m. */
  readonly coverRadius: number;
}

/** Geometry of a drawn arm: the base, then six links outwards, then the flange. */
export interface ArmShape {
  readonly base: LinkShape;
  readonly links: readonly LinkShape[];
  /** Transform of tool0 in the last link. */
  readonly flange: Origin;
}

const zero: Origin = { xyz: [0, 0, 0], rpy: [0, 0, 0] };
const smallestCover = 0.03;

/** Returns the shape along the model's chain. The housings are the collision shapes. */
export function shapeOf(model: ArmModel): ArmShape {
  const frame = (child: string): Origin => model.fixedFrames.find((each) => each.child === child)?.origin ?? zero;
  const [first] = model.joints;
  const links = model.joints.map(
    (joint): LinkShape => ({
      name: joint.child,
      origin: joint.origin,
      axis: joint.axis,
      housings: housingsOf(model, joint.child),
      coverRadius: coverOf(housingsOf(model, joint.child)),
    }),
  );
  const baseName = first?.parent ?? model.root;
  return {
    base: {
      name: baseName,
      origin: frame(baseName),
      axis: undefined,
      housings: housingsOf(model, baseName),
      coverRadius: coverOf(housingsOf(model, baseName)),
    },
    links,
    flange: frame(model.tip),
  };
}

function housingsOf(model: ArmModel, link: string): Housing[] {
  return (model.links.find(({ name }) => name === link)?.collision ?? []).flatMap(housingOf);
}

function housingOf(geometry: CollisionGeometry): Housing[] {
  switch (geometry.kind) {
    case 'capsule':
      return [geometry];
    case 'sphere':
      return [{ from: geometry.center, to: geometry.center, radius: geometry.radius }];
    default:
      return [];
  }
}

function coverOf(housings: readonly Housing[]): number {
  return Math.max(smallestCover, ...housings.slice(0, 1).map(({ radius }) => radius));
}
