import type { PlannerRequest } from '@cellwright/domain/motion';
import { quaternionTolerance } from '@cellwright/domain/robot';

/** Ranges within those of the schema: values beyond them, or unusual in any other way, are left to the schema. */
const farthest = 100;
const widest = 100;
const longestID = 128;

const inverseFields: ReadonlySet<string> = new Set(['id', 'pose', 'jointAngles', 'solverType']);
const forwardFields: ReadonlySet<string> = new Set(['id', 'jointAngles']);
const poseFields: ReadonlySet<string> = new Set(['x', 'y', 'z', 'i', 'j', 'k', 'w']);

type Pose = PlannerRequest<'inverse_kinematics'>['pose'];

/**
 * Parses a request of `inverse_kinematics` like its schema, but faster, for plain requests that are sent thousands of
 * times a second; returns undefined for all others.
 */
export function readPlainInverse(packet: object): PlannerRequest<'inverse_kinematics'> | undefined {
  if (!isRecord(packet) || !hasOnly(packet, inverseFields)) return undefined;
  const { id, pose, jointAngles, solverType = 'speed' } = packet;
  const plainPose = readPose(pose);
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
  if (!isRecord(packet) || !hasOnly(packet, forwardFields)) return undefined;
  const { id, jointAngles } = packet;
  if (!isPlainID(id) || !isPlainJoints(jointAngles)) return undefined;
  return { ...(id === undefined ? {} : { id }), jointAngles };
}

function readPose(value: unknown): Pose | undefined {
  if (!isRecord(value) || !hasOnly(value, poseFields)) return undefined;
  const { x, y, z, i, j, k, w } = value;
  if (!isWithin(x, farthest) || !isWithin(y, farthest) || !isWithin(z, farthest)) return undefined;
  if (!isWithin(i, 1) || !isWithin(j, 1) || !isWithin(k, 1) || !isWithin(w, 1)) return undefined;
  if (Math.abs(i * i + j * j + k * k + w * w - 1) > quaternionTolerance) return undefined;
  return { x, y, z, i, j, k, w };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function hasOnly(value: Readonly<Record<string, unknown>>, fields: ReadonlySet<string>): boolean {
  for (const name in value) if (!fields.has(name)) return false;
  return true;
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
