import { defineContract, noTimeLimit } from '../../framework/index.ts';
import { locateArgsSchema } from './contract-args.ts';
import { checkLocate } from './contract-checks.ts';
import { locateMessages } from './contract-messages.ts';

export type { LocateArgs } from './contract-args.ts';

const initialVariables = {
  /** Count of positions that were found last. */
  foundCount: 0,
  /** Found poses as JSON: x, y, z, i, j, k, w each. */
  poses: '[]',
  /** Scores of the found positions as JSON, 0–1 each. */
  scores: '[]',
};
export type LocateVariables = typeof initialVariables;

export const locateContract = defineContract({
  kind: 'Locate',
  label: 'Locate',
  section: 'Vision',
  description:
    'Finds objects in the picture of a calibrated camera and fills a position list with them, the best first. The arm stands still meanwhile.',
  args: locateArgsSchema,
  children: { policy: 'forbidden' },
  offeredWith: 'locateStep',
  variables: initialVariables,
  answersFromOutside: true,
  hasOutsideEffect: false,
  requires: ['camera'],
  // The camera has its own limit.
  timeLimit: () => noTimeLimit,
  expressions: () => [],
  check: ({ args }, environment) => checkLocate(args, environment),
  summarize({ method, planeID, positionListID, positionListName, textPrompt }, names) {
    const { say } = names;
    const plane = planeID === undefined ? say`a workplane` : names.spaceItem(planeID);
    const list = positionListID === undefined ? positionListName : names.spaceItem(positionListID);
    if (list === '') return say`Locate objects on ${plane}`;
    if (method === 'textPrompt' && textPrompt.prompt !== '')
      return say`Locate ‘${textPrompt.prompt}’ on ${plane} for ${list}`;
    return say`Locate objects on ${plane} for ${list}`;
  },
  examples: [
    {
      title: 'Find dark parts on a table with the wrist camera',
      args: { planeID: 'space_table', positionListID: 'space_parts', objectHeight: 0.02 },
    },
    {
      title: 'Find up to three discs in a part of the picture, and grip 5 mm deeper',
      args: {
        planeID: 'space_table',
        positionListName: 'Parts',
        resultsLimit: 3,
        blob: { minCircularity: 0.8, minArea: 200 },
        regionOfInterest: { x: 320, y: 240, width: 300, height: 200 },
        transform: { z: 0.005 },
      },
    },
    {
      title: 'Find objects that look like a picture, with a camera above the cell',
      args: {
        camera: 'equipment_camera',
        planeID: 'space_table',
        positionListID: 'space_parts',
        method: 'shape',
        shape: { templateImage: '/9j/4AAQSkZJRg==', matchThreshold: 0.7 },
      },
    },
  ],
  messages: locateMessages,
});
