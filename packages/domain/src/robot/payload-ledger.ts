import { addVec3, scaleVec3, type Vec3 } from '@cellwright/geometry';
import type { WirePose } from './position.ts';

/** A load on the flange: kg, and its centre of gravity in the flange (tool0) frame, metres. */
export interface CarriedLoad {
  readonly massKg: number;
  readonly at: Vec3;
}

/** Loads on the flange, separately and combined. */
export interface PayloadLedger {
  /** Tool on the flange; for a changer including the tools on its ends. */
  readonly attached: CarriedLoad;
  /** Payload of the tool, as set by a step, a message or a program. */
  readonly held: CarriedLoad;
  readonly total: CarriedLoad;
}

/** Weight and TCP of a tool. */
export interface WeighingTool {
  readonly massKg: number;
  readonly centreOfGravity: Vec3;
  /** TCP of the active end, in the flange frame, metres. */
  readonly tcp: Pick<WirePose, 'x' | 'y' | 'z'>;
}

/**
 * Adds up the loads on the flange. The centre of gravity of a payload is unknown and assumed at the TCP. A mass below
 * zero, which the specification allows for a payload, reduces nothing: the arm is never assumed to be stronger than it
 * is.
 * @param payloadMassKg last value that was set, returned unchanged
 */
export function addUpPayload(tool: WeighingTool | undefined, payloadMassKg: number): PayloadLedger {
  const { massKg = 0, centreOfGravity = origin, tcp = { x: 0, y: 0, z: 0 } } = tool ?? {};
  const attached = { massKg: Math.max(0, massKg), at: centreOfGravity };
  const held = { massKg: Math.max(0, payloadMassKg), at: [tcp.x, tcp.y, tcp.z] as const };
  return { attached, held, total: sumLoads([attached, held]) };
}

const origin: Vec3 = [0, 0, 0];

/**
 * Returns one load with the same mass and the same torque on every joint as all loads together. At the flange if all
 * masses are zero.
 */
export function sumLoads(loads: readonly CarriedLoad[]): CarriedLoad {
  const massKg = loads.reduce((sum, load) => sum + load.massKg, 0);
  if (!(massKg > 0)) return { massKg: 0, at: origin };
  const at = loads.reduce<Vec3>((sum, load) => addVec3(sum, scaleVec3(load.at, load.massKg / massKg)), origin);
  return { massKg, at };
}
