import { checkMigrations, type StoredForm } from '../basics/versions.ts';

/** Versions of a palletBoxes item. */
export const palletBoxesVersions = checkMigrations('palletBoxes', {
  version: 2,
  migrations: [
    {
      to: 2,
      describe: 'palletBaseID became the list palletBaseIDs, approachDistanceMM became approachDistanceXYMM',
      migrate: toSeveralBases,
    },
  ],
});

/** Items from before the version was stored may already have the newer fields: those have priority. */
function toSeveralBases({ palletBaseID, approachDistanceMM, ...kept }: StoredForm): StoredForm {
  const hasBase = typeof palletBaseID === 'string' && palletBaseID !== '';
  return {
    ...(hasBase && { palletBaseIDs: [palletBaseID] }),
    ...(approachDistanceMM !== undefined && { approachDistanceXYMM: approachDistanceMM }),
    ...kept,
  };
}
