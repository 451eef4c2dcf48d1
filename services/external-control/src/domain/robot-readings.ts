import { lineClient } from '@cellwright/domain/robot';
import type { RobotFrame, RobotSessionState } from '@cellwright/domain/run';

/** Operational modes of OPC 40010-1. */
export const operationalModes = { other: 0, manualReducedSpeed: 1, automatic: 3, automaticExternal: 4 } as const;
/** Execution modes of OPC 40010-1. */
export const executionModes = { cycle: 0, continuous: 1 } as const;

/** Values of a robot in the terms of the companion specification for robots, OPC 40010-1. */
export interface RobotReadings {
  /** Angles of the joints, degrees; undefined if they are unknown or old. */
  readonly jointDegrees: readonly number[] | undefined;
  /** Speed override, %. */
  readonly speedOverride: number;
  /** True if the brakes are released. */
  readonly isInControl: boolean;
  readonly payloadKg: number;
  readonly operationalMode: number;
  readonly isEmergencyStopped: boolean;
  readonly isProtectiveStopped: boolean;
  /** Name of the loaded routine; empty without one. */
  readonly programName: string;
  readonly isProgramLoaded: boolean;
  readonly executionMode: number;
  /** Name of the client that controls the robot; empty without one. */
  readonly userName: string;
}

const degreesPerRadian = 180 / Math.PI;

/** Returns the values of a robot; undefined while its controller is not connected. */
export function readRobot(
  state: RobotSessionState | undefined,
  frame: RobotFrame | undefined,
): RobotReadings | undefined {
  if (!state?.isControllerConnected) return undefined;
  const { safety, routine, run, payload } = state;
  return {
    jointDegrees: frame?.q.map((angle) => angle * degreesPerRadian),
    speedOverride: 100 * state.speedRestrictionPercentage,
    isInControl: state.brakes === 'disengaged',
    payloadKg: payload.mass,
    operationalMode: findMode(state),
    isEmergencyStopped: safety.isEStopped,
    isProtectiveStopped: safety.isSafeguardOpen,
    programName: routine?.name ?? '',
    isProgramLoaded: routine !== null,
    executionMode: run?.isStoppingAfterCycle ? executionModes.cycle : executionModes.continuous,
    userName: state.control?.holder?.name ?? '',
  };
}

function findMode({ kind, control }: RobotSessionState): number {
  if (kind === 'Constructing') return operationalModes.other;
  if (kind === 'Antigravity' || kind === 'AntigravitySlow' || kind === 'Recovering')
    return operationalModes.manualReducedSpeed;
  const isExternal = control?.holder?.clientID === lineClient.id;
  return isExternal ? operationalModes.automaticExternal : operationalModes.automatic;
}
