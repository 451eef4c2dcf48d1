import * as z from 'zod';

/** Section in which a flag is shown; 'other' comes last, the others in alphabetical order. */
export const flagSections = [
  'AI',
  'environmentAndSpace',
  'equipment',
  'infra',
  'movement',
  'safety',
  'vision',
  'other',
] as const;
export type FlagSection = (typeof flagSections)[number];

/** Audience of a flag: customers switch it, staff tests it, or it is still in development. */
export const flagCategories = ['customer', 'internal', 'developing'] as const;
export type FlagCategory = (typeof flagCategories)[number];

export interface FlagEntry {
  readonly title: string;
  readonly description?: string;
  readonly section: FlagSection;
  readonly category: FlagCategory;
  /** True if a user may switch it for one browser only. */
  readonly allowSingleUser: boolean;
}

/** Every flag. All are off by default. */
export const featureFlagCatalogue = {
  waypoints: {
    title: 'Waypoints',
    description: 'Move the arm through waypoints, each with its own motion and blend',
    section: 'movement',
    category: 'customer',
    allowSingleUser: false,
  },
  arcInMoveArm: {
    title: 'Arc in Move Arm',
    description: 'Arcs between the waypoints of a move',
    section: 'movement',
    category: 'developing',
    allowSingleUser: false,
  },
  setIOInMoveArm: {
    title: 'Set I/O in Move Arm',
    description: 'Outputs that are set between the waypoints of a move',
    section: 'movement',
    category: 'developing',
    allowSingleUser: false,
  },
  setVariablesInMoveArm: {
    title: 'Set Variable in Move Arm',
    description: 'Variables that are set between the waypoints of a move',
    section: 'movement',
    category: 'developing',
    allowSingleUser: false,
  },
  tapToStartSimulated: {
    title: 'Tap to start the simulated robot',
    description: 'The live robot always needs a hold',
    section: 'movement',
    category: 'customer',
    allowSingleUser: false,
  },
  skills: {
    title: 'Skills',
    description: 'Record demonstrations and run learned skills',
    section: 'AI',
    category: 'customer',
    allowSingleUser: false,
  },
  complianceMode: {
    title: 'Compliance mode',
    description: 'Compliant motion: the arm yields to forces while it moves',
    section: 'movement',
    category: 'internal',
    allowSingleUser: false,
  },
  captureStep: {
    title: 'Capture step',
    description: 'A step that takes a picture',
    section: 'vision',
    category: 'developing',
    allowSingleUser: false,
  },
  miniArm: {
    title: 'Mini arm',
    description: 'Guide the arm with a small model of it',
    section: 'equipment',
    category: 'developing',
    allowSingleUser: false,
  },
  palletizing: {
    title: 'Palletizing',
    description: 'Pallets, boxes and layers, and the step that shows them',
    section: 'environmentAndSpace',
    category: 'customer',
    allowSingleUser: false,
  },
  customBase: {
    title: 'Custom base',
    description: 'Mount the arm on a custom base, fixed or moving',
    section: 'environmentAndSpace',
    category: 'customer',
    allowSingleUser: false,
  },
  customBaseMatchJointAngles: {
    title: 'Match joint angles with a custom base',
    description: 'Waypoints with their own target may match joint angles even if the cell has a custom base',
    section: 'environmentAndSpace',
    category: 'developing',
    allowSingleUser: false,
  },
  customDevices: {
    title: 'Custom devices',
    description: 'Devices that are defined in the cell instead of built into the product',
    section: 'equipment',
    category: 'developing',
    allowSingleUser: false,
  },
  backups: {
    title: 'Backups',
    description: 'Back up and restore the data of the cell',
    section: 'infra',
    category: 'customer',
    allowSingleUser: false,
  },
  weldWeaving: {
    title: 'Weld weaving',
    description: 'Weld in a zigzag, triangle, circle or whip pattern',
    section: 'equipment',
    category: 'developing',
    allowSingleUser: false,
  },
  stopEarlyIf: {
    title: 'Stop early if',
    description: 'End a move early when a condition becomes true',
    section: 'movement',
    category: 'developing',
    allowSingleUser: false,
  },
  ros2Bridge: {
    title: 'ROS 2 bridge',
    description: 'Let ROS 2 programs monitor and command the robot',
    section: 'infra',
    category: 'developing',
    allowSingleUser: false,
  },
  thor: { title: 'Thor', section: 'infra', category: 'internal', allowSingleUser: false },
  allowHighTorque: {
    title: 'Allow high torque',
    description: 'Let joints use more torque than usual before a collision is assumed',
    section: 'safety',
    category: 'internal',
    allowSingleUser: false,
  },
  classifyStep: {
    title: 'Classify step',
    description: 'A step that classifies a picture',
    section: 'vision',
    category: 'developing',
    allowSingleUser: true,
  },
  locateStep: {
    title: 'Locate step',
    description: 'A step that finds objects in a picture',
    section: 'vision',
    category: 'developing',
    allowSingleUser: true,
  },
  ros2: {
    title: 'ROS 2',
    description: 'Plan motion with ROS 2',
    section: 'infra',
    category: 'developing',
    allowSingleUser: false,
  },
  legacyHaasSteps: {
    title: 'Legacy Haas steps',
    description: 'The steps for Haas machines that the CNC steps replace',
    section: 'equipment',
    category: 'customer',
    allowSingleUser: true,
  },
  enableCodeBlocks: {
    title: 'Code blocks',
    description: 'Steps written as code',
    section: 'other',
    category: 'developing',
    allowSingleUser: true,
  },
  pythonExpressions: {
    title: 'Python expressions',
    description: 'Write expressions in Python',
    section: 'other',
    category: 'developing',
    allowSingleUser: false,
  },
  etherNetIP: {
    title: 'EtherNet/IP',
    description: 'Let a line controller command the cell over EtherNet/IP',
    section: 'equipment',
    category: 'developing',
    allowSingleUser: false,
  },
  darkMode: {
    title: 'Dark mode',
    description: 'Light text on a dark background. If off, each screen follows the setting of its device',
    section: 'other',
    category: 'customer',
    allowSingleUser: true,
  },
} as const satisfies Record<string, FlagEntry>;

export type FlagName = keyof typeof featureFlagCatalogue;
// Sound: the catalogue's own keys.
export const flagNames = Object.keys(featureFlagCatalogue) as readonly FlagName[];

export function flagEntry(name: FlagName): FlagEntry {
  return featureFlagCatalogue[name];
}

export function isFlagName(name: string): name is FlagName {
  return Object.hasOwn(featureFlagCatalogue, name);
}

const flag = (name: FlagName) => z.boolean().default(false).describe(featureFlagCatalogue[name].title);

/** Flags of the cell, shared by all users; an unknown one is rejected by name. */
export const featureFlagsSchema = z.strictObject(
  { id: z.string(), ...mapFlags(flag) },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `There is no feature flag '${issue.keys?.join("', '")}'. See the list of flags for their names`
        : undefined,
  },
);
export type FeatureFlags = z.infer<typeof featureFlagsSchema>;

/** Creates a record with a value for each flag. */
export function mapFlags<T>(make: (name: FlagName) => T): Record<FlagName, T> {
  // Sound: one entry for each name.
  return Object.fromEntries(flagNames.map((name) => [name, make(name)])) as Record<FlagName, T>;
}
