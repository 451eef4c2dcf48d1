import { missingCornersMessage } from '@cellwright/geometry';
import { palletMessages } from './pallet/pallet-messages.ts';

/** Messages of the specification, defined once. Functions take the parts that vary. */
export const messages = {
  assemblyMode:
    "The robot is in assembly mode: connections and tokens of programs are off. Set its operation mode to 'live' first",
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
  inputRequired: (mode: string) => `Input is required for mode ${mode}`,
  noWaypointsFound: 'No waypoints found',
  moveArmTargetNotValid: 'Move arm target is not valid',
  safetyOutputsCannotBeSet: 'Safety outputs cannot be set',
  portBelongsToExternalControl: (port: string) =>
    `${port} belongs to external control. Choose another port, or take it out of the settings of external control`,
  portBelongsToDevice: (port: string, device: string) =>
    `${port} belongs to the device '${device}'. Actuate the device instead, or switch it off in Equipment`,
  portIsTaken: (port: string, device: string) =>
    `${port} belongs to the device '${device}' already. Choose another port, or switch that device off first`,
  portIsOfSafety: (port: string) =>
    `${port} belongs to the safety settings. Choose another port, or take it out of the safety settings first`,
  portIsOfExternalControl: (port: string) =>
    `${port} belongs to external control. Choose another port, or take it out of external control first`,
  flangeSupplyDiffers: (needed: string, device: string, other: string) =>
    `The flange has one voltage and one circuit: ${needed} is needed here, and ${other} by the device '${device}'. Make them the same, or switch that device off first`,
  safetyRulesUnknown:
    'The safety settings are not known, so the brakes stay engaged. Wait a moment and try again; if it stays so, look whether the library service runs',
  safetyRulesNotInForce: (reason: string) =>
    `The safety settings that are stored are not in force at the robot controller, so the brakes stay engaged: ${reason}`,
  databaseAwaitedTooLong: (seconds: number, problem: string) =>
    `The step waited ${seconds} s for the database and was not carried out. ${problem}`,
  stepAwaitedDatabase: (seconds: string) => `The step waited ${seconds} s for the database`,
  safetyRulesNotTaken: 'the controller has not taken them in time. Try again in a moment',
  stopCameWhileWaiting: 'A stop came in between. Release the brakes again',
  changingOutputFailed: 'Changing output IO did not work',
  failedToActuateGripper: 'Failed to actuate gripper',
  attachAGripper: 'Attach a gripper to utilize the Actuate Gripper step',
  outsideGripperRange: (what: string, value: string, range: string) =>
    `${what} ${value} is outside what this gripper can do, ${range}; change the command or the gripper's configuration`,
  attachAVacuumGripper: 'Attach a vacuum gripper to utilize the Actuate Vacuum step',
  failedToActuateVacuum: 'Failed to actuate vacuum gripper',
  gripNeedsSuction: 'A channel that is to grip needs suction: give it more than 0, or leave the channel out',
  attachAScrewdriver: 'Attach a screwdriver to utilize the Actuate Screwdriver step',
  failedToActuateScrewdriver: 'Failed to actuate screwdriver',
  attachALift: 'Attach a lift to utilize the Move Vertical Lift step',
  failedToMoveLift: 'Failed to move vertical lift',
  armMovesOnBase: 'The arm moves: what it stands on is not moved meanwhile. Wait until the arm stands still',
  safeguardOpenUnderArm: 'The safeguard is open: what the arm stands on is not moved. Close it first',
  baseMovesUnderArm: 'What the arm stands on is moving. Wait until it stands still',
  liftNeedsSpeed: 'A lift with a speed of 0 never arrives; choose a speed above 0',
  outsideDeviceRange: (device: string, what: string, value: string, range: string) =>
    `${what} ${value} is outside what this ${device} can do, ${range}; change the command or its configuration`,
  noVacuumChannel: (channel: string) => `This vacuum gripper has no channel ${channel}; leave the channel out`,
  gripperForceIsAFraction: 'This gripper takes its force as a fraction of its largest: give the force as percent',
  equipmentActionFailed: 'Equipment action failed',
  tcpNotAvailable: (tcpOption: string) => `The TCP '${tcpOption}' is not available on this cell`,
  noSuchEnd: (end: number, ends: string) =>
    `There is no end ${end} on the flange; ${ends}. Choose one of them, or hang a changer on the flange`,
  toolIsCarried: (tool: string, changer: string, end: number) =>
    `'${tool}' hangs on end ${end} of '${changer}'. Take it off there first, or choose '${changer}'`,
  toolIsOnFlange: (tool: string, robots: string) =>
    `'${tool}' is the tool on the flange of ${robots} itself. Choose another tool for the flange, or none, then hang it on an end`,
  noToolForEnd: (what: string, end: number) =>
    `${what} cannot hang on end ${end}: choose a tool of the cell that is no changer itself`,
  equipmentIsUsedBy: (name: string, users: string) =>
    `'${name}' is used by ${users}. Take it off there, then delete it`,
  equipmentNotFound: (id: string) => `Could not find equipment with id ${id}`,
  waypointMisplaced: 'Waypoint steps may only be used inside a Move Arm or Weld step',
  arcMisplaced: 'Arc steps may only be used inside a Move Arm or Weld step',
  jointAnglesOrPoseMustBeSet: 'Joint angles or pose must be set',
  positionListMustBeSet: 'Position list must be set',
  chooseValidSpaceItem: 'Choose a valid space item',
  chooseValidListIndex: 'Choose a valid index for the position list.',
  expressionMustBeSet: 'Expression must be set',
  prePressPositionRequired: 'Pre-press position required',
  pressPositionRequired: 'Press position required',
  ...palletMessages,
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
  targetsEmpty: 'At least one target is needed',
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
    `The force sensor '${name}' does not measure: ${why}. A push needs it; look at it in Equipment, or switch it off there`,
  forceSensorsTwo: (names: string) =>
    `There is more than one enabled force sensor: ${names}. Switch off all but the one behind the tool`,
  motionPlanCacheNotInitialized: 'Motion plan cache not initialized',
  jointJogNotProvided: 'Joint jog command not provided',
  cartesianJogNotProvided: 'Cartesian jog command not provided',
  jogAtJointLimit: (joint: number) => `Joint ${joint} is at the end of its range. Jog the other way`,
  jogNearContact: (one: string, other: string) => `Any further, ${one} would touch ${other}. Jog away from it`,
  jogWaitsForObstacles: 'The obstacles round the arm are being prepared. Wait a moment, then jog again',
  obstacleUnusable: (name: string) => `The shape of obstacle '${name}' cannot be used. Replace it`,
  escapeIsFree: 'The arm is free. Let go of the jog and recover',
  escapeLeadsIn: (joint: number) => `Only what leads away is possible now: jog joint ${joint} the other way`,
  jogSingular:
    'From here the tool cannot move this way: the arm is stretched out or its wrist is straight. Jog a joint first',
  meshTooLarge: (triangles: number, limit: number) =>
    `The mesh has ${triangles} triangles, at most ${limit} can be used; simplify it`,
  quaternionNotUnit: 'Quaternion has a non-unit magnitude',
  payloadMassTooSmall: (minimum: number) => `Payload mass cannot be less than ${minimum} kg`,
  payloadMassTooLarge: (maximum: number) => `Payload mass cannot be more than ${maximum} kg`,
  timeoutReached: (ms: number) => `timeout of ${ms}ms reached`,
  requiredParameter: (parameter: string, call: string) =>
    `Required parameter ${parameter} was null or undefined when calling ${call}`,
  limitTooSmall: 'Limit must be greater than 0.',
  offsetNegative: 'Offset must be greater than or equal to 0.',
  mustSpecifyThreeCorners: missingCornersMessage,
  developerApiNeeded:
    'Developer API must be enabled to run code blocks. Enable the developer API and restart services.',
  codeBlockFolderInaccessible: 'Could not access CodeBlock folder',
  codeBlockFailed: 'An error occurred while running the CodeBlock',
  codeBlockNotStopped: 'Failed to stop codeblock',
  codeBlockPaused: 'Pausing a code block fails the step; the routine must be restarted.',
  invalidToken: 'Invalid token',
} as const;
