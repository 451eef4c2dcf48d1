import { type PlanningScene, runnerSubjects } from '@cellwright/domain';
import type { EventBus } from '@cellwright/service-kit';
import type { SessionLog } from '../domain/cell.ts';

/** Tells everybody who follows it of a new planning scene; the document itself is asked for. */
export function createSceneEvents(bus: EventBus, log: SessionLog): (scene: PlanningScene) => void {
  return ({ robotKind, revision }) => {
    bus
      .publish(runnerSubjects.scene(robotKind), { robotKind, revision })
      .catch((error: unknown) => log.warn('the bus does not take a planning scene', { robotKind, error }));
  };
}
