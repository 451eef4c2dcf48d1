import type { PlannerRequest } from '@cellwright/domain/motion';
import { quaternionTolerance } from '@cellwright/domain/robot';

/** Ranges within those of the schema: values beyond them, or unusual in any other way, are left to the schema. */
const farthest = 100;
const widest = 100;
const longestID = 128;

type Pose = PlannerRequest<'inverse_kinematics'>['pose'];

/**
 * Parses a request of `inverse_kinematics` like its schema, but faster, for plain requests that are sent thousands of
 * times a second; returns undefined for all others.
 */
export function readPlainInverse(packet: object): PlannerRequest<'inverse_kinematics'> | undefined {
  if (!isRecord(packet)) return undefined;
  const { id, pose, jointAngles, solverType = 'speed' } = packet;
  const plainPose = 'frame' in packet ? undefined : readPose(pose);
  if (!plainPose || !isPlainID(id)) return undefined;
  if (solverType !== 'speed' && solverType !== 'distance') return undefined;
  if (jointAngles !== undefined && !isPlainJoints(jointAngles)) return undefined;
  return {
    ...(id === undefined ? {} : { id }),
    pose: plainPose,
    ...(jointAngles === undefined ? {} : { jointAngles }),
    solverType,
  };
}

/** Parses `forward_kinematics` like {@link readPlainInverse}. */
export function readPlainForward(packet: object): PlannerRequest<'forward_kinematics'> | undefined {
  if (!isRecord(packet)) return undefined;
  const { id, jointAngles } = packet;
  if ('frame' in packet || !isPlainID(id) || !isPlainJoints(jointAngles)) return undefined;
  return { ...(id === undefined ? {} : { id }), jointAngles };
}

function readPose(value: unknown): Pose | undefined {
  if (!isRecord(value)) return undefined;
  const { x, y, z, i, j, k, w } = value;
  if (!isWithin(x, farthest) || !isWithin(y, farthest) || !isWithin(z, farthest)) return undefined;
  if (!isWithin(i, 1) || !isWithin(j, 1) || !isWithin(k, 1) || !isWithin(w, 1)) return undefined;
  if (Math.abs(i * i + j * j + k * k + w * w - 1) > quaternionTolerance) return undefined;
  return { x, y, z, i, j, k, w };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isPlainJoints(value: unknown): value is number[] {
  return Array.isArray(value) && value.length === 6 && value.every((angle) => isWithin(angle, widest));
}

function isWithin(value: unknown, most: number): value is number {
  return typeof value === 'number' && value >= -most && value <= most;
}

function isPlainID(id: unknown): id is string | undefined {
  return id === undefined || (typeof id === 'string' && id.length <= longestID);
}
