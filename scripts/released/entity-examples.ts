/** Documents of each entity, to be stored with a release. Older ones have the form of a cell's store. */
import { factorySpeedProfiles, listPorts } from '@cellwright/domain/robot';
import { spaceFileURL } from '@cellwright/domain/space';

export interface EntityExample {
  readonly title: string;
  readonly document: Readonly<Record<string, unknown>>;
  /** True if it is not in the newest form. */
  readonly isOlder?: boolean;
}

const at = '2026-01-01T00:00:00.000Z';
const pose = { x: 0.4, y: 0, z: 0.3, i: 0, j: 1, k: 0, w: 0 };
const position = { jointAngles: [0, -1, 1, 0, 1.5, 0], pose };
const corner = (x: number, y: number) => ({ jointAngles: [x, y, 0, 0, 0, 0], pose: { ...pose, x, y } });

const spaceItems: readonly EntityExample[] = [
  item('singlePosition', { positions: [position] }),
  item('freeformPositionList', { positions: [position, position] }),
  item('safeHomePose', { positions: [position] }),
  item('gridPositionList', {
    ...{ numColumns: 2, numRows: 2 },
    ...{ cornerA: corner(0.4, 0), cornerB: corner(0.5, 0), cornerC: corner(0.5, 0.1), cornerD: corner(0.4, 0.1) },
  }),
  item('plane', { positions: [corner(0.4, 0), corner(0.5, 0), corner(0.4, 0.1)] }),
  item('visionPositionList', { planeID: 'space_plane' }),
  item('environmentObject', { shape: { kind: 'box', size: [1, 1, 0.1] }, pose }),
  item('localAccuracyCalibration', { rowMeasurementMM: 100, columnMeasurementMM: 80 }),
  item('palletBase', { lengthMM: 1200, widthMM: 800 }),
  item('palletBoxes', { palletBaseIDs: ['space_palletBase'], approachDistanceXYMM: 80 }),
  {
    ...item('palletBoxes', { palletBaseID: 'space_palletBase', approachDistanceMM: 70 }),
    title: 'palletBoxes of one base',
    isOlder: true,
  },
];

function item(kind: string, fields: object): EntityExample {
  return { title: kind, document: { id: `space_${kind}`, name: kind, kind, ...fields } };
}

const robot = {
  ...{ id: 'live', robotID: 'robot_1', name: 'Cell', isDefault: true, isTwin: false, model: 'A6', serialNumber: '1' },
  ...{ inputs: listPorts('Input'), outputs: listPorts('Output'), relays: listPorts('Relay') },
  ...{ flangeInputs: listPorts('FlangeInput'), flangeOutputs: listPorts('FlangeOutput') },
  ...{ routineRunnerState: { kind: 'Idle', isPaused: false }, routineIsPaused: false, speedRestrictionPercentage: 1 },
};

const routine = {
  ...{ id: 'routine_1', name: 'Pick', isTemplate: false, createdAt: at, updatedAt: at, createdByName: 'Ada' },
  steps: [{ id: 'step_loop', stepKind: 'Loop', isDisabled: false, steps: [{ id: 'step_wait', stepKind: 'Wait' }] }],
  stepConfigurations: {
    step_loop: { stepKind: 'Loop', args: {} },
    step_wait: { stepKind: 'Wait', args: { milliseconds: 100 } },
  },
  space: [{ id: 'space_1', name: 'P1', kind: 'singlePosition', positions: [position] }],
  environmentVariables: [{ id: 'variable_1', name: 'count', initialValue: 0 }],
  mainLoopStepID: 'step_loop',
};

const spaceFile = {
  ...{ id: 'spaceFile_1', name: 'table.stl', format: 'stl', fileURL: spaceFileURL('spaceFile_1') },
  ...{ byteLength: 84, triangleCount: 1, minimum: [0, 0, 0], maximum: [1, 1, 1], stl: 'AAAA' },
};

const singleton: readonly EntityExample[] = [{ title: 'Defaults', document: { id: '1' } }];

const byEntity: Readonly<Record<string, readonly EntityExample[]>> = {
  boardNotes: one({ id: 'boardNote_1', boardId: 'J0-17', content: 'Changed the fan' }),
  bugReports: one({ id: 'bugReport_1', report: { description: 'The page is empty' } }),
  cameraCalibrations: one({
    ...{ id: 'equipment_1', mount: 'wrist' },
    intrinsics: {
      ...{ width: 640, height: 480, fx: 600, fy: 601, ppx: 319.5, ppy: 239.5 },
      distortion: { k1: -0.1, k2: 0.03, p1: 0, p2: 0, k3: 0 },
    },
    ...{ pose, expectedErrorMM: 0.1 },
    report: {
      board: { columns: 4, rows: 3, squareSize: 0.03 },
      ...{ areIntrinsicsCalibrated: false, boardPose: pose, rms: 0.08, expectedErrorDegrees: 0.02 },
      ...{ distance: 0.4, armDeviationMM: 0 },
      views: [{ rms: 0.08, leaveOneOutMM: 0.1, isTurned: false, isOutlier: false }],
    },
  }),
  codeBlocks: one({ id: 'codeBlock_1', name: 'Count', source: 'return 1;' }),
  equipment: one({
    ...{ id: 'equipment_1', isEnabled: true, simulatorPort: 20_001 },
    config: { kind: 'OnRobot2FG7', name: 'Claw', host: '192.168.1.1', port: 502 },
  }),
  exampleRecords: one({
    id: 'palletizing',
    brought: [{ thing: 'equipment', id: 'equipment_1', name: 'Vacuum gripper', version: 1 }],
  }),
  globalSpace: spaceItems,
  globalVariables: one({ id: 'variable_1', name: 'count', initialValue: 3 }),
  notifications: one({
    id: 'notification_1',
    kind: 'toast',
    failureReason: 'Printer empty',
    status: { user_1: 'viewed' },
  }),
  robots: one(robot),
  routineProposals: one({
    ...{ id: 'proposal_1', routineID: 'routine_1', routineName: 'Pick', baseVersion: 1, note: 'Waits less' },
    ...{ status: 'open', proposedByID: 'token_1', proposedByName: 'Assistant', proposedWith: 'token' },
    document: { format: 'cellwright.routine', formatVersion: 1, routine },
  }),
  routines: one(routine),
  spaceFiles: one(spaceFile),
  speedProfiles: factorySpeedProfiles.map((document) => ({ title: document.name, document })),
  stepComments: one({
    ...{ id: 'comment_1', routineID: 'routine_1', stepID: 'step_wait', text: 'Long enough for the press?' },
    ...{ authorID: 'user_1', authorName: 'Ada', isResolved: true, resolvedByName: 'Bob', resolvedAt: at },
  }),
  tokens: one({
    ...{ id: 'token_1', name: 'Line 4', permissions: ['connectToRobot'], expiresAt: at },
    ...{ createdByID: 'user_1', createdByName: 'Ada' },
  }),
  users: one({ id: 'user_1', name: 'Ada', username: 'ada', email: { email: 'ada@example.com' }, position: 'Engineer' }),
  versionNames: one({
    ...{ id: 'versionName_1', routineID: 'routine_1', routineVersion: 1, name: 'Accepted by the customer' },
    ...{ note: 'Before the new gripper', savedAt: at, savedByName: 'Ada' },
  }),
};

function one(document: Readonly<Record<string, unknown>>): readonly EntityExample[] {
  return [{ title: 'Example', document }];
}

/** Returns documents of an entity; for a singleton, its defaults. */
export function entityExamples(name: string): readonly EntityExample[] {
  return byEntity[name] ?? singleton;
}
