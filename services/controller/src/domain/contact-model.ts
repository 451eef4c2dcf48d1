import type { ContactSurface } from '@cellwright/domain';
import {
  addVec3,
  dotVec3,
  invertPose,
  normVec3,
  orientationOf,
  rotateVec3,
  scaleVec3,
  transformPoint,
  type Vec3,
} from '@cellwright/geometry';

/** What the tip of the tool presses on. Metres and N, in the base frame. */
export interface TipContact {
  /** Names of what it touches. */
  readonly surfaces: readonly string[];
  /** On the tool. */
  readonly force: Vec3;
  /** Size of the force. */
  readonly newtons: number;
  /** How deep it is in whatever it is deepest in. */
  readonly depth: number;
}

/** How deep a point is in a solid, and which way is out. */
interface Penetration {
  readonly depth: number;
  readonly outward: Vec3;
}

/**
 * What a stiff surface does to the tip of a tool that goes in: a spring along the shortest way out, and a damper that
 * only pushes. Knows no time but the tip's velocity, so that the same motion always gives the same force.
 */
export class ContactModel {
  private surfaces: readonly ContactSurface[] = [];

  get isEmpty(): boolean {
    return this.surfaces.length === 0;
  }

  setSurfaces(surfaces: readonly ContactSurface[]): void {
    this.surfaces = surfaces;
  }

  /** @param velocity of the tip, m/s */
  measure(tip: Vec3, velocity: Vec3): TipContact | undefined {
    let force: Vec3 = [0, 0, 0];
    let deepest = 0;
    const touched: string[] = [];
    for (const surface of this.surfaces) {
      const found = penetrate(surface, tip);
      if (found === undefined) continue;
      const { depth, outward } = found;
      const push = surface.stiffness * depth - surface.damping * dotVec3(velocity, outward);
      if (push <= 0) continue;
      force = addVec3(force, scaleVec3(outward, push));
      deepest = Math.max(deepest, depth);
      touched.push(surface.name);
    }
    return touched.length === 0 ? undefined : { surfaces: touched, force, newtons: normVec3(force), depth: deepest };
  }
}

function penetrate({ pose, shape }: ContactSurface, tip: Vec3): Penetration | undefined {
  const inside = transformPoint(invertPose(pose), tip);
  const [x, y, z] = inside;
  const turn = orientationOf(pose);
  if (shape.kind === 'plane') return z < 0 ? { depth: -z, outward: rotateVec3(turn, [0, 0, 1]) } : undefined;
  const [width, depth, height] = shape.size;
  const ways = [width / 2 - Math.abs(x), depth / 2 - Math.abs(y), height / 2 - Math.abs(z)] as const;
  const shortest = Math.min(...ways);
  if (!(shortest > 0)) return undefined;
  const axis = ways.indexOf(shortest);
  const sign = (inside[axis] ?? 0) < 0 ? -1 : 1;
  return {
    depth: shortest,
    outward: rotateVec3(turn, [axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0]),
  };
}
