import { freeName } from '../basics/free-name.ts';
import { startOfText } from '../basics/start-of-text.ts';
import { palletMessages as messages } from '../messages/pallet-messages.ts';
import type { Obstacle, PlanningScene, SceneChangeResult } from './planning-scene.ts';
import { sceneLimits } from './scene-limits.ts';
import { isMatch, keyOfShown, type ShownThing, type VisualizationChange } from './visualization.ts';

/** Maximum length of an obstacle's name, with room for a number after it. */
const longestName = 120;

/** Returns the boxes on pallets in a scene, as they are shown. */
export function shownBoxesIn(obstacles: readonly Obstacle[]): Extract<ShownThing, { kind: 'box' }>[] {
  return obstacles.flatMap(({ palletBox, shape, pose }) =>
    palletBox && shape.kind === 'box' ? [{ ...palletBox, pose, size: shape.size }] : [],
  );
}

/**
 * Returns the scene after boxes on pallets were shown or hidden, since they are obstacles for the arm. Unchanged, with
 * its revision, if no box is concerned.
 */
export function changeSceneBoxes(
  scene: PlanningScene,
  change: VisualizationChange,
  nameOf: (box: Extract<ShownThing, { kind: 'box' }>) => string,
): SceneChangeResult {
  const { obstacles } = scene;
  const next = change.action === 'hide' ? hide(obstacles, change.match) : show(obstacles, change.things, nameOf);
  if (next === obstacles) return { ok: true, value: scene };
  if (next.length > sceneLimits.obstacles) {
    const message = messages.sceneHasTooManyBoxes(sceneLimits.obstacles);
    return { ok: false, error: { reason: 'tooLarge', message } };
  }
  return { ok: true, value: { ...scene, obstacles: [...next], revision: scene.revision + 1 } };
}

function hide(obstacles: readonly Obstacle[], match: Parameters<typeof isMatch>[1]): readonly Obstacle[] {
  const kept = obstacles.filter(({ palletBox }) => !palletBox || !isMatch(palletBox, match));
  return kept.length === obstacles.length ? obstacles : kept;
}

function show(
  obstacles: readonly Obstacle[],
  things: readonly ShownThing[],
  nameOf: (box: Extract<ShownThing, { kind: 'box' }>) => string,
): readonly Obstacle[] {
  const boxes = things.filter((thing) => thing.kind === 'box');
  if (boxes.length === 0) return obstacles;
  const replaced = new Set(boxes.map(keyOfShown));
  const kept = obstacles.filter(({ palletBox }) => !palletBox || !replaced.has(keyOfShown(palletBox)));
  const taken = new Set(kept.map(({ name }) => name));
  const placed = boxes.map((box): Obstacle => {
    const { pose, size, ...palletBox } = box;
    const ownName = startOfText(nameOf(box), longestName);
    const name = freeName(ownName, taken, (number) => `${ownName} (${number})`);
    taken.add(name);
    return { name, pose, shape: { kind: 'box', size }, palletBox };
  });
  return [...kept, ...placed];
}
