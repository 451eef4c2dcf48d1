import { defaultStand } from '@cellwright/arm';
import { applyScene, describeUnchecked } from '@cellwright/collision';
import type { PlanningScene } from '@cellwright/domain/space';
import type { ArmContext } from '../arm-context.ts';
import { mountTool, nameOfThing } from '../move/contact.ts';
import { toolOfScene } from './tool-of-scene.ts';

/** Report for the client that changed a scene. */
export interface SceneReport {
  /** Obstacles with unusable shapes: no plan is possible while they exist. */
  readonly unusable: readonly string[];
  /** Sentences about pairs that planning ignores. */
  readonly notes: readonly string[];
}

/** Puts the arm into a scene, and reports contacts that no motion can cause or end, which plans ignore. */
export function enterScene(arm: ArmContext, scene: PlanningScene | undefined): SceneReport {
  const unusable = applyScene(arm.checker.world, scene);
  const always = mountTool(arm, toolOfScene(scene));
  const { world } = arm.checker;
  const overlaps = world
    .listStandingContacts([defaultStand.name])
    .map(
      ({ name, obstacle }) =>
        `${nameOfThing(obstacle)} overlaps ${nameOfThing(name)} permanently, so this contact is ignored`,
    );
  const touches = always.map(
    (links) => `the end effector touches ${nameOfThing(links)} whatever the arm does; the two are not checked`,
  );
  return { unusable, notes: [...describeUnchecked(arm.model), ...overlaps, ...touches] };
}

/** Returns the reason why a scene prevents plans; undefined if it does not. */
export function describeUnusable(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  return `the shape of obstacle ${names.map((name) => `'${name}'`).join(', ')} cannot be used; replace it`;
}
