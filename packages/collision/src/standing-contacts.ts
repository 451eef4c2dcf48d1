import { identityPose, transformFromPose } from '@cellwright/geometry';
import type { GeneralPairs } from './general-pairs.ts';
import { obstacleKinds } from './obstacle-kinds.ts';
import type { ObstacleSet } from './obstacle-set.ts';
import { makePartsOf, type Part } from './parts.ts';
import type { RobotModel } from './robot-model.ts';

/** Depth up to which bodies only rest on each other, metres; deeper ones overlap. */
const restingDepth = 1e-3;

/** A fixed link or obstacle, and an obstacle that it overlaps. */
export interface StandingContact {
  readonly name: string;
  readonly obstacle: string;
  /** Signed, metres, never overestimated. */
  readonly clearance: number;
}

interface StandingPart {
  readonly name: string;
  readonly part: Part;
  readonly frame: Float64Array;
  mayTouch(slot: number): boolean;
}

/**
 * Finds overlaps with the fixed links, and with the obstacles named in `fixtures` that the arm is mounted on. No motion
 * can change these, so no check of a motion includes them. Half-spaces are left out: other bodies rest on them.
 */
export function findStandingContacts(
  model: RobotModel,
  obstacles: ObstacleSet,
  general: GeneralPairs,
  fixtures: readonly string[],
): readonly StandingContact[] {
  const standing = [...listLinkParts(model, obstacles), ...listFixtureParts(obstacles, fixtures)];
  const isFixture = new Set(fixtures);
  const found: StandingContact[] = [];
  for (const [slot, obstacle] of obstacles.names.entries()) {
    if (obstacles.kinds[slot] === obstacleKinds.halfSpace || isFixture.has(obstacle)) continue;
    const deepest = new Map<string, number>();
    for (const { name, part, frame, mayTouch } of standing) {
      if (mayTouch(slot)) continue;
      const clearance = general.measureToObstacle(part, frame, 0, slot, 0);
      if (clearance < -restingDepth) deepest.set(name, Math.min(clearance, deepest.get(name) ?? 0));
    }
    for (const [name, clearance] of deepest) found.push({ name, obstacle, clearance });
  }
  return found;
}

function listLinkParts(model: RobotModel, obstacles: ObstacleSet): StandingPart[] {
  return model.parts.flatMap((part, index) => {
    if (model.partBody[index] !== 0) return [];
    const link = model.partLink[index] ?? 0;
    const mayTouch = (slot: number) => obstacles.isAllowed(slot, link);
    return { name: model.linkNames[link] ?? '', part, frame: model.root, mayTouch };
  });
}

function listFixtureParts(obstacles: ObstacleSet, fixtures: readonly string[]): StandingPart[] {
  const frame = transformFromPose(identityPose);
  return fixtures.flatMap((name) => {
    const placed = obstacles.get(name);
    const parts = placed === undefined ? [] : (makePartsOf(placed, identityPose) ?? []);
    return parts.map((part) => ({ name, part, frame, mayTouch: () => false }));
  });
}
