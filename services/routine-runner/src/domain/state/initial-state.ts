import {
  allPorts,
  defaultAntigravityConfig,
  type IOLevels,
  ioPortName,
  type RobotKind,
} from '@cellwright/domain/robot';
import { nothingDebugged, type RobotSessionState } from '@cellwright/domain/run';
import { describeProfile, initialSpeedProfile } from '../arm/speed-governor.ts';

const identity = { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };

/** The state of a session before its controller has answered for the first time. */
export function createInitialState(robotKind: RobotKind, isTwin: boolean): RobotSessionState {
  const io: IOLevels = Object.fromEntries(allPorts.map((port) => [ioPortName(port), 'low']));
  return {
    robotKind,
    isTwin,
    kind: 'Constructing',
    isPaused: false,
    isControllerConnected: false,
    brakes: 'engaged',
    stopEpoch: 0,
    lease: null,
    speedRestrictionPercentage: 1,
    testRunSpeed: null,
    preflight: null,
    failure: null,
    safety: { isEStopped: false, isSafeguardOpen: false },
    safetyRules: { status: 'unknown', storedVersion: null, inForce: null },
    motionActivity: 'none',
    payload: { mass: 0 },
    io,
    tool: {
      equipmentID: null,
      name: 'wrist',
      tcp: identity,
      massKg: 0,
      centreOfGravity: [0, 0, 0],
      collisionBoxes: [],
    },
    base: identity,
    speedProfile: describeProfile(initialSpeedProfile, null),
    contact: { jointsBeyondLimits: [], pressedJoints: [] },
    isForceRecoveryMode: false,
    isROSControlEnabled: false,
    antigravity: defaultAntigravityConfig,
    unbrakedJoints: [],
    leds: [],
    controlMode: 'routine_editor',
    routine: null,
    run: null,
    prompt: null,
    countdown: null,
    steps: {},
    debug: nothingDebugged,
    visualization: {},
    variables: {},
  };
}
