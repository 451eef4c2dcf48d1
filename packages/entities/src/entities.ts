import { boardNotes } from './board-notes.ts';
import { bugReports } from './bug-reports.ts';
import { cameraCalibrations } from './camera-calibrations.ts';
import { codeBlocks } from './code-blocks.ts';
import { equipment } from './equipment.ts';
import { exampleRecords } from './example-records.ts';
import { externalControlSettings } from './external-control-settings.ts';
import { featureFlags } from './feature-flags.ts';
import type { AnyEntity, Owner } from './framework/definition.ts';
import { globalSpace } from './global-space.ts';
import { globalVariables } from './global-variables.ts';
import { networkSettings } from './network-settings.ts';
import { notifications } from './notifications.ts';
import { robotIdentity } from './robot-identity.ts';
import { robots } from './robots.ts';
import { routineProposals } from './routine-proposals.ts';
import { routines } from './routines.ts';
import { runs } from './runs.ts';
import { safetySettings } from './safety-settings.ts';
import { spaceFiles } from './space-files.ts';
import { speedProfiles } from './speed-profiles.ts';
import { stepComments } from './step-comments.ts';
import { tokens } from './tokens.ts';
import { users } from './users.ts';
import { versionNames } from './version-names.ts';

/** All stored entities of the cell: one line each. */
export const entities = {
  boardNotes,
  bugReports,
  cameraCalibrations,
  codeBlocks,
  equipment,
  exampleRecords,
  externalControlSettings,
  featureFlags,
  globalSpace,
  globalVariables,
  networkSettings,
  notifications,
  robotIdentity,
  robots,
  routineProposals,
  routines,
  tokens,
  users,
  runs,
  safetySettings,
  spaceFiles,
  speedProfiles,
  stepComments,
  versionNames,
} as const;

export type EntityName = keyof typeof entities;

/** All entities, without the types of their documents. */
export const allEntities: readonly AnyEntity[] = Object.values(entities);

/** Returns the entity of a name that is in the map. */
export function anyEntity(name: EntityName): AnyEntity {
  return entities[name];
}

export function findEntity(name: string): AnyEntity | undefined {
  return allEntities.find((entity) => entity.name === name);
}

export function entitiesOf(owner: Owner): readonly AnyEntity[] {
  return allEntities.filter((entity) => entity.owner === owner);
}
