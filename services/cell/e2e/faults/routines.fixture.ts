import { type RoutineFile, routineFileFormat, routineFileFormatVersion, type Step } from '@cellwright/domain/routine';

/** A step with its arguments, in the short form of tests. */
export interface StepSketch {
  readonly id: string;
  readonly stepKind: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly steps?: readonly StepSketch[];
}

/** Initial position of the simulated arm, rad. */
export const ready = [0, 0, Math.PI / 2, 0, -Math.PI / 2, 0] as const;

export function sketchFile(id: string, steps: readonly StepSketch[]): RoutineFile {
  const configurations: RoutineFile['routine']['stepConfigurations'] = {};
  const toStep = ({ id, stepKind, args = {}, steps }: StepSketch): Step => {
    configurations[id] = { stepKind, args };
    return { id, stepKind, isDisabled: false, ...(steps ? { steps: steps.map(toStep) } : {}) };
  };
  return {
    format: routineFileFormat,
    formatVersion: routineFileFormatVersion,
    routine: {
      id,
      name: id,
      isTemplate: false,
      steps: steps.map(toStep),
      stepConfigurations: configurations,
      space: [],
      environmentVariables: [],
    },
    globals: { variables: [], spaceItems: [], codeBlocks: [] },
    requires: { equipment: [] },
  };
}

const waypoint = (id: string, jointAngles: readonly number[]): StepSketch => ({
  id,
  stepKind: 'Waypoint',
  args: { shouldMatchJointAngles: true, target: { jointAngles } },
});

/** Maximum speed of the fastest joint of the sweep at full speed, rad/s. */
export const sweepSpeed = 2.7;

/**
 * Returns a routine that swings the base and the last wrist joint back and forth endlessly at full speed: straight
 * lines in joint space.
 */
export function sweepFile(id = 'routine_sweep', motionSpeed = 100): RoutineFile {
  const [, b, c, d, e] = ready;
  return sketchFile(id, [
    {
      id: `step_${id}_loop`,
      stepKind: 'Loop',
      steps: [
        {
          id: `step_${id}_move`,
          stepKind: 'MoveArmToV2',
          args: { motionSpeed },
          steps: [
            waypoint(`step_${id}_left`, [1.5, b, c, d, e, 2]),
            waypoint(`step_${id}_right`, [-1.5, b, c, d, e, -2]),
          ],
        },
      ],
    },
  ]);
}

/** Returns a routine that pulses a relay endlessly, with short pauses. */
export function pulseFile(id = 'routine_pulse', milliseconds = 50): RoutineFile {
  return sketchFile(id, [
    {
      id: `step_${id}_loop`,
      stepKind: 'Loop',
      steps: [
        {
          id: `step_${id}_pulse`,
          stepKind: 'SetIO',
          args: { outputs: [{ kind: 'Relay', port: 1, level: 'high', pulseSeconds: 0.02 }] },
        },
        { id: `step_${id}_wait`, stepKind: 'Wait', args: { milliseconds } },
      ],
    },
  ]);
}

/** Returns a routine that nods with the base and waits, endlessly. */
export function nodFile(id = 'routine_nod', milliseconds = 250): RoutineFile {
  const [, b, c, d, e, f] = ready;
  return sketchFile(id, [
    {
      id: `step_${id}_loop`,
      stepKind: 'Loop',
      steps: [
        {
          id: `step_${id}_move`,
          stepKind: 'MoveArmToV2',
          args: { motionSpeed: 100 },
          steps: [
            waypoint(`step_${id}_left`, [0.1, b, c, d, e, f]),
            waypoint(`step_${id}_right`, [-0.1, b, c, d, e, f]),
          ],
        },
        { id: `step_${id}_wait`, stepKind: 'Wait', args: { milliseconds } },
      ],
    },
  ]);
}

/** Returns a routine with one move through many poses on straight lines, so that planning takes long. */
export function longMoveFile(id = 'routine_long_move', waypoints = 300): RoutineFile {
  return sketchFile(id, [
    {
      id: `step_${id}_move`,
      stepKind: 'MoveArmToV2',
      args: { motionSpeed: 20, blendConfig: { blendRadius: 0.01 } },
      steps: Array.from({ length: waypoints }, (_, index) => ({
        id: `step_${id}_${index}`,
        stepKind: 'Waypoint',
        args: {
          motionKind: index === 0 ? 'joint' : 'line',
          target: { pose: poseOnCircle((index / waypoints) * 2 * Math.PI) },
        },
      })),
    },
  ]);
}

function poseOnCircle(angle: number): Record<string, number> {
  const half = Math.SQRT1_2;
  return { x: 0.7 + 0.1 * Math.cos(angle), y: 0.1 * Math.sin(angle), z: 0.4, i: 0, j: half, k: 0, w: half };
}
