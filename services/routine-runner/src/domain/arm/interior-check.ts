import { type ArmModel, flangeLinksOf } from '@cellwright/arm';
import { applyScene, CollisionWorld, describeArm, describeBody } from '@cellwright/collision';
import type { JointAngles, WirePose } from '@cellwright/domain/robot';
import type { CollisionBox, Obstacle } from '@cellwright/domain/space';
import { ChordStrays, type Trajectory, trajectoryDuration } from '@cellwright/trajectory';

/**
 * Distance from a space within which a part of the arm counts as in it, m. Manual motion keeps as much from obstacles:
 * an arm outside can be moved away from the closed door, and errors of the pose and the model are smaller.
 */
export const interiorMargin = 0.005;

/** Length of a chord that is not divided further, s: an unproven one counts as inside. */
const shortestChord = 0.001;
/** Deviation of a trajectory from a chord before the chord is checked, rad over all joints. */
const worthLooking = 0.02;

/** A space of the cell, and what hangs on the flange of the arm that may be in it. */
export interface SharedInterior {
  readonly space: Obstacle;
  /** Boxes of the tool and of what it carries, in the flange frame. */
  readonly boxes: readonly CollisionBox[];
  /** Base of the arm in the world. */
  readonly base: WirePose;
}

/** Finds out whether an arm is in a space of the cell, or comes into it: with the solids that the planner checks, by proof. */
export class InteriorCheck {
  private readonly model: ArmModel;
  private readonly world: CollisionWorld;
  private attached = '';

  constructor(model: ArmModel) {
    const { robot } = describeArm(model);
    const names = robot.links.map(({ name }) => name);
    // Only the space counts: links that touch each other do not matter here.
    const allowedPairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other] as const));
    const created = CollisionWorld.create({
      robot: { ...robot, allowedPairs },
      lower: model.joints.map(({ limits }) => limits.lower),
      upper: model.joints.map(({ limits }) => limits.upper),
      margin: interiorMargin,
    });
    if (created.kind === 'refused') throw new RangeError(created.problem.message);
    this.model = model;
    this.world = created.world;
  }

  /** Returns the part of the arm that is deepest in the space, as sentences name it; undefined for an arm outside. */
  findInside(interior: SharedInterior, joints: JointAngles): string | undefined {
    this.place(interior);
    const check = this.world.checkConfiguration(joints);
    return check.kind === 'clear' ? undefined : describeBody(check.pair.link);
  }

  /** True unless it is proved that the arm stays out of the space along the rest of a trajectory. @param from seconds */
  entersAlong(interior: SharedInterior, trajectory: Trajectory, from: number): boolean {
    this.place(interior);
    const duration = trajectoryDuration(trajectory);
    if (!(duration > from)) return this.touchesAtEnd(trajectory);
    const chord = new ChordStrays(trajectory);
    const ends = [duration];
    let start = Math.max(0, from);
    for (let end = ends.at(-1); end !== undefined; end = ends.at(-1)) {
      const strays = chord.measure(start, end);
      if (strays <= worthLooking && this.world.isCurveClear(chord.from, chord.to, chord.strays)) {
        start = end;
        ends.pop();
      } else if (end - start <= shortestChord) return true;
      else ends.push(start + (end - start) / 2);
    }
    return false;
  }

  private touchesAtEnd({ points }: Trajectory): boolean {
    const end = points.at(-1);
    return end !== undefined && this.world.checkConfiguration(end.positions).kind === 'collision';
  }

  private place({ space, boxes, base }: SharedInterior): void {
    if (applyScene(this.world, { obstacles: [space], base }).length > 0)
      throw new RangeError(`The shape of '${space.name}' cannot be used`);
    const key = JSON.stringify(boxes);
    if (key === this.attached) return;
    this.attached = key;
    this.world.detach('tool');
    if (boxes.length === 0) return;
    const parts = boxes.map(({ pose, size }) => ({ shape: { kind: 'box', size } as const, pose }));
    const mayTouch = [...this.model.links.map(({ name }) => name), ...flangeLinksOf(this.model)];
    const result = this.world.attach({ name: 'tool', link: this.model.tip, parts, mayTouch });
    if (result.kind === 'refused') throw new RangeError(result.problem.message);
  }
}
