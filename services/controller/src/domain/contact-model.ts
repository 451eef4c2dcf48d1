import type { ContactSurface } from '@cellwright/domain/space';
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

/** Contact of the tip of the tool with surfaces. Metres and N, in the base frame. */
export interface TipContact {
  /** Names of the touched surfaces. */
  readonly surfaces: readonly string[];
  /** Force on the tool. */
  readonly force: Vec3;
  /** Magnitude of the force. */
  readonly newtons: number;
  /** Largest penetration depth of all touched surfaces. */
  readonly depth: number;
}

/** Penetration depth of a point in a solid, and the direction out of it. */
interface Penetration {
  readonly depth: number;
  readonly outward: Vec3;
}

/**
 * Stiff surfaces that push the tip of a tool out: a spring along the shortest way out, and a damper that only pushes.
 * It depends only on the position and velocity of the tip, so the same motion always gives the same force.
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
