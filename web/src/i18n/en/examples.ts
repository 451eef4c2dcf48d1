import type { Texts } from '../en.ts';

/** Texts of the examples. Their titles and descriptions in English are in their files. */
export const examplesEn = {
  title: 'Examples',
  tryOne: 'Try an example',
  newHere: 'New to this cell?',
  newHereHelp:
    'Open an example routine, whose missing devices are set up as simulators. Or take the guided tour: add a gripper, teach two positions, then build, check and run a routine.',
  failed: 'The examples could not be loaded',
  none: 'No examples',
  noneHelp: 'This installation has no examples.',
  nothingFound: 'No matching examples',
  open: 'Open',
  openNamed: 'Open {{title}}',
  remove: 'Remove',
  removeNamed: 'Remove {{title}}',
  inCell: 'In this cell',
  setsUp: 'Will be set up: {{names}}',
  lacksTitle: 'Missing in this cell',
  lacksHelp: 'These items are set up now and can be removed again in one step.',
  setUp: 'Set up and open',
  back: 'Cancel',
  noAuthor: 'This requires the permission ‘Author’.',
  notAllowed: 'This requires the permission ‘Connect to the robot’.',
  pin: 'Enabling features requires the control-panel PIN.',
  things: {
    routines: 'Routine',
    equipment: 'Device, on a simulator',
    globalVariables: 'Variable',
    globalSpace: 'Item',
    codeBlocks: 'Code block',
    featureFlags: 'Feature',
    contactSurfaces: 'Simulated surface',
    mountedTools: 'Tool on the flange',
    cameraCalibrations: 'Calibration of the camera',
    looseParts: 'Loose, for simulated cameras',
  },
  removed_one: '1 item was removed.',
  removed_other: '{{count}} items were removed.',
  keptTitle: 'Kept',
  kept: {
    changed: 'changed after set-up',
    used: 'used by {{names}}',
    notAllowed: 'needs the control-panel PIN or another permission',
  },
};

export type ExamplesTexts = Texts<typeof examplesEn>;
