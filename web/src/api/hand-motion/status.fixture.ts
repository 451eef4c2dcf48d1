import type { RunnerStatus } from '@cellwright/client';
import type { RobotSessionState } from '@cellwright/domain';

const idle: RobotSessionState = {
  robotKind: 'simulated',
  isTwin: false,
  kind: 'Idle',
  isPaused: false,
  isControllerConnected: true,
  brakes: 'disengaged',
  stopEpoch: 1,
  lease: null,
  speedRestrictionPercentage: 1,
  testRunSpeed: null,
  failure: null,
  safety: { isEStopped: false, isSafeguardOpen: false },
  motionActivity: 'none',
  payload: { mass: 0 },
  io: {},
  controlMode: 'routine_editor',
  tool: {
    equipmentID: null,
    name: 'none',
    tcp: { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 },
    massKg: 0,
    centreOfGravity: [0, 0, 0],
    collisionBoxes: [],
  },
  routine: null,
  run: null,
  steps: {},
  variables: {},
};

/** A connected client whose session is 'me', at an idle robot without brakes. */
export const idleStatus: RunnerStatus = {
  connection: 'connected',
  error: undefined,
  admission: { kind: 'authenticated', sessionID: 'me', name: 'Ada', permissions: ['connectToRobot'] },
  state: idle,
  isStale: false,
};

export function withState(part: Partial<RobotSessionState>): RunnerStatus {
  return { ...idleStatus, state: { ...idle, ...part } };
}
