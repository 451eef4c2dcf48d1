import { addVec3, scaleVec3, type Vec3 } from '@cellwright/geometry';
import type { WirePose } from './position.ts';

/** Something that the flange carries: kg, and its centre of gravity in the flange (tool0) frame, metres. */
export interface CarriedLoad {
  readonly massKg: number;
  readonly at: Vec3;
}

/** What the flange carries, part by part and together. */
export interface PayloadLedger {
  /** The tool on the flange, with a changer and all that hangs on its ends. */
  readonly attached: CarriedLoad;
  /** What the tool holds: the payload that was set, by a step, a message or a program. */
  readonly held: CarriedLoad;
  readonly total: CarriedLoad;
}

/** The tool as far as it weighs. */
export interface WeighingTool {
  readonly massKg: number;
  readonly centreOfGravity: Vec3;
  /** Of the active end, in the flange frame, metres. */
  readonly tcp: Pick<WirePose, 'x' | 'y' | 'z'>;
}

/**
 * Adds up what the flange carries. A payload is held at the TCP: where its own weight lies nobody says. A mass below zero,
 * which the spec allows for a payload, lightens nothing: the arm is never taken for stronger than it is.
 * @param payloadMassKg what was set last, and is read back as it was set
 */
export function addUpPayload(tool: WeighingTool | undefined, payloadMassKg: number): PayloadLedger {
  const { massKg = 0, centreOfGravity = origin, tcp = { x: 0, y: 0, z: 0 } } = tool ?? {};
  const attached = { massKg: Math.max(0, massKg), at: centreOfGravity };
  const held = { massKg: Math.max(0, payloadMassKg), at: [tcp.x, tcp.y, tcp.z] as const };
  return { attached, held, total: sumLoads([attached, held]) };
}

const origin: Vec3 = [0, 0, 0];

/** One load that weighs, and pulls on every joint, as all of them do. At the flange when nothing weighs anything. */
export function sumLoads(loads: readonly CarriedLoad[]): CarriedLoad {
  const massKg = loads.reduce((sum, load) => sum + load.massKg, 0);
  if (!(massKg > 0)) return { massKg: 0, at: origin };
  const at = loads.reduce<Vec3>((sum, load) => addVec3(sum, scaleVec3(load.at, load.massKg / massKg)), origin);
  return { massKg, at };
}
