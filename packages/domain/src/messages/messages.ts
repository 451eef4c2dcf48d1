import { defineMessages } from '../basics/message-sources.ts';
import { palletMessages } from './pallet-messages.ts';
import { schemaMessages } from './schema-messages.ts';

const own = defineMessages('spec', {
  noStepKindExists: (kind: string) => `No step kind "${kind}" exists`,
  duplicateStepID: 'Duplicate step ID',
  mustHaveSubsteps: (kind: string) => `"${kind}" step must have substeps`,
  cannotHaveSubsteps: (kind: string) => `"${kind}" step cannot have substeps`,
  unknownKindName: (kind: string) => `${kind} (unknown)`,
  unrecognizedStepKind: 'Unrecognized step kind',
  validationErrors: (count: number) => `${count} validation errors`,
  errorInField: (field: string, detail: string) => `Error in ${field}: ${detail}`,
  variableNotValid: (name: string) => `Variable ${name} is not valid`,
  unknownVariableID: (id: string) => `Unknown variable id ${id}`,
  notAnEnvironmentVariable: (id: string) => `Variable ID ${id} is not an environment variable`,
  loopControlOutsideLoop: (action: 'break' | 'continue') =>
    action === 'break'
      ? 'Tried to break out of a loop without being in a loop'
      : 'Tried to continue a loop without being in a loop',
  messageNotConfigured: 'Message is not configured',
  twoChoicesNeeded: 'You must specify at least two choices.',
  choicesMustNotBeEmpty: 'Options must not be empty. Delete empty options or fill them in.',
  choicesMustBeUnique: 'All options must be unique.',
  noWaypointsFound: 'No waypoints found',
  moveArmTargetNotValid: 'Move arm target is not valid',
  portBelongsToExternalControl: (port: string) =>
    `${port} is used by external control. Choose another port, or remove it from the settings of external control`,
  portBelongsToDevice: (port: string, device: string) =>
    `${port} is used by the device '${device}'. Actuate the device instead, or disable it in Devices`,
  portIsOfSafety: (port: string) =>
    `${port} is used by the safety settings. Choose another port, or remove it from the safety settings first`,
  portIsOfExternalControl: (port: string) =>
    `${port} is used by external control. Choose another port, or remove it from external control first`,
  flangeSupplyDiffers: (needed: string, device: string, other: string) =>
    `The flange has one voltage and one circuit: this device needs ${needed}, but the device '${device}' needs ${other}. Make them the same, or disable that device first`,
  safetyRulesUnknown:
    'The brakes stay engaged because the safety settings are unknown. Try again in a moment; if this persists, check that the library service is running',
  safetyRulesNotInForce: (reason: string) =>
    `The brakes stay engaged because the robot controller has not applied the stored safety settings: ${reason}`,
  databaseAwaitedTooLong: (seconds: number, problem: string) =>
    `The step was not executed because the database did not answer for ${seconds} s. ${problem}`,
  stepAwaitedDatabase: (seconds: string) => `The step waited ${seconds} s for the database`,
  safetyRulesNotTaken: 'the controller has not taken them in time. Try again in a moment',
  stopCameWhileWaiting: 'A stop was requested meanwhile. Release the brakes again',
  changingOutputFailed: 'Changing output IO did not work',
  failedToActuateGripper: 'Failed to actuate gripper',
  attachAGripper: 'Attach a gripper to utilize the Actuate Gripper step',
  attachAVacuumGripper: 'Attach a vacuum gripper to utilize the Actuate Vacuum step',
  failedToActuateVacuum: 'Failed to actuate vacuum gripper',
  gripNeedsSuction: 'A channel that grips needs suction. Set it above 0, or remove the channel',
  attachAScrewdriver: 'Attach a screwdriver to utilize the Actuate Screwdriver step',
  failedToActuateScrewdriver: 'Failed to actuate screwdriver',
  noWristCamera: 'No wrist camera found in Equipment',
  attachALift: 'Attach a lift to utilize the Move Vertical Lift step',
  failedToMoveLift: 'Failed to move vertical lift',
  armMovesOnBase: 'The base cannot move while the arm is moving. Wait until the arm has stopped',
  safeguardOpenUnderArm: 'The base cannot move while the safeguard is open. Close it first',
  baseMovesUnderArm: 'The base of the arm is moving. Wait until it has stopped',
  liftNeedsSpeed: 'The lift cannot move at speed 0. Choose a speed above 0',
  outsideDeviceRange: (device: string, what: string, value: string, range: string) =>
    `${what} ${value} is outside the range of this ${device}, ${range}. Change the command or the configuration`,
  noVacuumChannel: (channel: string) => `This vacuum gripper has no channel ${channel}. Remove the channel`,
  equipmentActionFailed: 'Equipment action failed',
  tcpNotAvailable: (tcpOption: string) => `The TCP '${tcpOption}' is not available on this cell`,
  noSuchEnd: (end: number, ends: string) =>
    `The flange has no end ${end}; ${ends}. Choose one of them, or mount a changer on the flange`,
  toolIsCarried: (tool: string, changer: string, end: number) =>
    `'${tool}' is mounted on end ${end} of '${changer}'. Unmount it there first, or choose '${changer}'`,
  toolIsOnFlange: (tool: string, robots: string) =>
    `'${tool}' is mounted directly on the flange of ${robots}. Choose another tool for the flange, or none, then mount it on an end`,
  noToolForEnd: (what: string, end: number) =>
    `${what} cannot be mounted on end ${end}. Choose a tool of the cell that is not a changer`,
  equipmentIsUsedBy: (name: string, users: string, then = 'delete it') =>
    `'${name}' is used by ${users}. Remove it there, then ${then}`,
  waypointMisplaced: 'Waypoint steps may only be used inside a Move Arm or Weld step',
  arcMisplaced: 'Arc steps may only be used inside a Move Arm or Weld step',
  jointAnglesOrPoseMustBeSet: 'Joint angles or pose must be set',
  positionListMustBeSet: 'Position list must be set',
  chooseValidSpaceItem: 'Choose a valid space item',
  chooseValidListIndex: 'Choose a valid index for the position list.',
  expressionMustBeSet: 'Expression must be set',
  prePressPositionRequired: 'Pre-press position required',
  pressPositionRequired: 'Press position required',
  invalidCustomBase: 'Invalid custom base configuration',
  matchJointAnglesWithCustomBase: 'Match Joint angles may not be used with a custom base',
  targetNotConfigured: 'Target is not configured',
  relativeExpressionInvalid: 'Relative waypoint expression evaluated to an invalid value, please check expression',
  invalidOffsetFrame: 'Invalid add offset rotation frame',
  offsetPoseUnreachable: 'Offset pose is unreachable: could not solve for joint angles',
  deviceActuationDuringWaypointFailed: 'Device actuation during waypoint failed',
  routineStateNotFound: 'Routine State not found',
  failedToGenerateMotionPlan: 'Failed to generate motion plan',
  motionPlanningUnsuccessful: (reason: string) => `Motion planning unsuccessful: ${reason}.`,
  motionPlanWithoutWaypoints: 'Motion plan completed with no waypoints',
  receivedNonKindedData: 'Received non-kinded data',
  forwardKinematicsInvalid: 'Forward kinematics returned invalid response. See console for more information.',
  goalTimedOut: 'Goal timed out',
  goalRejected: 'Goal rejected',
  goalCancelled: 'Goal cancelled',
  goalNotSucceeded: 'Goal not succeeded',
  resultTimedOut: 'Result has timed out',
  feedbackNotReceived: 'Feedback was not received.',
  feedbackNotReceivedLately: 'Feedback was not received in the last second.',
  serviceNotAvailableAfterWaiting: (service: string) => `${service} service not available after waiting 100ms`,
  serviceNotAvailable: (service: string) => `${service} service not available`,
  serviceNoResponse: (service: string) => `Failed to get a response from ${service} server`,
  serviceTimedOut: (service: string, ms: number) => `Request to ${service} timed out after ${ms}ms`,
  ros2ForwardKinematicsFailed: 'ROS2 Forward kinematics failed on joint state',
  forwardKinematicsFailed: 'Forward kinematics failed',
  inverseKinematicsFailed: 'Inverse kinematics failed',
  failedToParseJointPositions: 'Failed to parse joint positions',
  recoveryCallFailed: 'Recovery service call was not successful',
  recoveryPlanFailed: 'Recovery motion plan failed',
  unsupportedTargetType: 'Unsupported target type',
  forceSensorLost: (name: string, why: string) =>
    `The force sensor '${name}' does not measure: ${why}. A push needs it: check it in Devices, or disable it there`,
  forceSensorsTwo: (names: string) =>
    `There is more than one enabled force sensor: ${names}. Disable all but the one behind the tool`,
  motionPlanCacheNotInitialized: 'Motion plan cache not initialized',
  jointJogNotProvided: 'Joint jog command not provided',
  cartesianJogNotProvided: 'Cartesian jog command not provided',
  jogAtJointLimit: (joint: number) => `Joint ${joint} is at its limit. Jog the other way`,
  jogNearContact: (one: string, other: string) => `Collision ahead: ${one} would touch ${other}. Jog away from it`,
  jogWaitsForObstacles: 'The obstacles around the arm are being loaded. Wait a moment, then jog again',
  obstacleUnusable: (name: string) => `The shape of obstacle '${name}' cannot be used. Replace it`,
  escapeIsFree: 'The arm is free. Release the jog button and recover',
  escapeLeadsIn: (joint: number) => `Only moves away from the obstacle are allowed. Jog joint ${joint} the other way`,
  jogSingular: 'The tool cannot move this way from here: the arm is near a singularity. Jog a joint first',
  quaternionNotUnit: 'Quaternion has a non-unit magnitude',
  timeoutReached: (ms: number) => `timeout of ${ms}ms reached`,
  developerApiNeeded:
    'Developer API must be enabled to run code blocks. Enable the developer API and restart services.',
  codeBlockFolderInaccessible: 'Could not access CodeBlock folder',
  codeBlockFailed: 'An error occurred while running the CodeBlock',
  codeBlockNotStopped: 'Failed to stop codeblock',
  codeBlockPaused: 'Pausing a code block fails the step; the routine must be restarted.',
  invalidToken: 'Invalid token',
});

/** Messages of the specification, defined once. Functions take the parts that vary. */
export const messages = { ...schemaMessages, ...palletMessages, ...own } as const;
