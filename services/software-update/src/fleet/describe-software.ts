import type { Software } from '@cellwright/calls';
import { startOfText } from '@cellwright/domain/basics';
import type { ReportedSoftware } from '@cellwright/domain/fleet';

const maxText = 300;

type Obstacle = NonNullable<ReportedSoftware['obstacle']>;

/** Describes the software of a box for its hub. `refusal` is the last refused request of the hub. */
export function describeSoftware(software: Software, refusal: Obstacle | undefined): ReportedSoftware {
  const { update } = software;
  const obstacle = findObstacle(software) ?? refusal;
  const isConcerned = update.stage !== null || obstacle?.reason === 'failed';
  return {
    buildID: update.activeBuildID,
    targetBuildID: isConcerned ? update.targetBuildID : null,
    stage: update.stage,
    obstacle: obstacle ? { reason: obstacle.reason, message: startOfText(obstacle.message, maxText) } : null,
  };
}

function findObstacle({ update, unavailable, checkError }: Software): Obstacle | undefined {
  if (update.hold) return update.hold;
  if (unavailable !== null) return { reason: 'unavailable', message: unavailable };
  if (update.stage !== null) return undefined;
  if (update.lastErrorMessage !== null) return { reason: 'failed', message: update.lastErrorMessage };
  return checkError === null ? undefined : { reason: 'registry', message: checkError };
}
