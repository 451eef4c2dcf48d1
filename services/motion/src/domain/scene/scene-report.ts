import { defaultStand } from '@cellwright/arm';
import { applyScene, describeUnchecked } from '@cellwright/collision';
import type { PlanningScene } from '@cellwright/domain';
import type { ArmContext } from '../arm-context.ts';
import { mountTool, nameOfThing } from '../move/contact.ts';
import { toolOfScene } from './tool-of-scene.ts';

/** What the client that changed a scene should hear of it. */
export interface SceneReport {
  /** Obstacles whose shape cannot be used: nothing is planned while they are there. */
  readonly unusable: readonly string[];
  /** Sentences about what planning does not look at. */
  readonly notes: readonly string[];
}

/** Puts the arm into a scene, and tells of contacts that no motion can make or end: plans are not held up by them. */
export function enterScene(arm: ArmContext, scene: PlanningScene | undefined): SceneReport {
  const unusable = applyScene(arm.checker.world, scene);
  const always = mountTool(arm, toolOfScene(scene));
  const { world } = arm.checker;
  const overlaps = world
    .listStandingContacts([defaultStand.name])
    .map(
      ({ name, obstacle }) =>
        `${nameOfThing(obstacle)} overlaps ${nameOfThing(name)}; no move changes that, so none is refused for it`,
    );
  const touches = always.map(
    (links) => `the end effector touches ${nameOfThing(links)} whatever the arm does; the two are not checked`,
  );
  return { unusable, notes: [...describeUnchecked(arm.model), ...overlaps, ...touches] };
}

/** Why a scene cannot be planned in; undefined when it can. */
export function describeUnusable(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  return `the shape of obstacle ${names.map((name) => `'${name}'`).join(', ')} cannot be used; replace it`;
}
