import type { UrdfJoint } from './read-elements.ts';

/** Joints that rest somewhere: the others (planar, floating) stay at their origin. */
const movableTypes: ReadonlySet<string> = new Set(['revolute', 'continuous', 'prismatic']);

/**
 * Returns the function that finds the rest position of a joint (rad, metres if it slides): 0, or the limit nearest to
 * it. A joint that follows another rests where that one puts it, within its own limits.
 */
export function createRestPositions(joints: readonly UrdfJoint[]): (joint: UrdfJoint) => number {
  const byName = new Map(joints.map((joint) => [joint.name, joint]));
  const find = ({ type, limits, mimic }: UrdfJoint, followers: readonly string[]): number => {
    if (!movableTypes.has(type)) return 0;
    const within = (position: number) => Math.min(Math.max(position, limits.lower), limits.upper);
    const leader = mimic && byName.get(mimic.joint);
    // A joint that follows itself through others follows none.
    if (!leader || followers.includes(leader.name)) return within(0);
    return within(mimic.multiplier * find(leader, [...followers, leader.name]) + mimic.offset);
  };
  return (joint) => find(joint, [joint.name]);
}
