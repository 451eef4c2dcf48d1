import type { RobotSessionState } from '@cellwright/domain';

/** The state of a session with an idle simulated robot and a bare flange; `changes` are what a test has otherwise. */
export function idleSession(changes: Partial<RobotSessionState> = {}): RobotSessionState {
  return {
    robotKind: 'simulated',
    isTwin: false,
    kind: 'Idle',
    isPaused: false,
    isControllerConnected: true,
    brakes: 'engaged',
    stopEpoch: 3,
    lease: null,
    speedRestrictionPercentage: 1,
    testRunSpeed: null,
    preflight: null,
    failure: null,
    safety: { isEStopped: false, isSafeguardOpen: false },
    motionActivity: 'none',
    payload: { mass: 0 },
    io: { 'Output 1': 'low' },
    tool: {
      equipmentID: null,
      name: 'none',
      tcp: { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 },
      massKg: 0,
      centreOfGravity: [0, 0, 0],
      collisionBoxes: [],
    },
    speedProfile: { id: 'default', name: 'Default', factoryPreset: 'default', jerkLimit: null },
    contact: { jointsBeyondLimits: [], pressedJoints: [] },
    isForceRecoveryMode: false,
    isROSControlEnabled: false,
    antigravity: { joints: Array.from({ length: 6 }, () => ({ isEnabled: true, maxSpeed: null })) },
    unbrakedJoints: [],
    leds: [],
    controlMode: 'routine_editor',
    routine: null,
    run: null,
    steps: {},
    variables: {},
    ...changes,
  };
}
