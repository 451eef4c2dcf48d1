import { messages } from '@cellwright/domain/messages';
import type { Position, WirePose } from '@cellwright/domain/robot';
import {
  composePoses,
  identityPose,
  invertPose,
  makePose,
  normalizePose,
  orientationOf,
  type Pose,
  quaternionFromEulerDegrees,
  unitToMeters,
  type Vec3,
} from '@cellwright/geometry';
import {
  chooseTcpOption,
  evaluateNumber,
  type FoundPosition,
  findPosition,
  frameNamed,
  type MoveTarget,
  placeTarget,
  type Resolution,
  type ResolvedTarget,
  resolvePosition,
  type StepPorts,
  type TargetContext,
  type TargetKind,
  targetFailure,
  targetNotValid,
} from '../../framework/index.ts';
import type { RelativeConfig, WaypointArgs } from './contract-args.ts';
import { findOnPallet } from './resolve-pallet.ts';

export interface WaypointQuery extends TargetContext {
  readonly args: WaypointArgs;
  /** Position of the arm before the waypoint; undefined means its current position. */
  readonly previousTarget: MoveTarget | undefined;
}

/** Resolves the current target of a waypoint. */
export async function resolveWaypoint(query: WaypointQuery): Promise<Resolution<ResolvedTarget>> {
  const { args } = query;
  if (args.targetKind !== 'relative') {
    const position = await findTaught(query, args.targetKind, messages.moveArmTargetNotValid);
    return position.ok ? resolvePosition(position.value, args, query) : position;
  }
  const { relativeConfig } = args;
  if (relativeConfig === undefined) return targetFailure(messages.targetNotConfigured);
  const position = await findStart(query, relativeConfig);
  if (!position.ok) return position;
  const tcpOption = chooseTcpOption(args.tcpOption, position.value);
  const start = poseOf(position.value, tcpOption, query.ports);
  const offset = await offsetPose(query, relativeConfig, start);
  if (!offset.ok) return offset;
  if (start === undefined) return targetNotValid;
  const { correct } = query.ports.space;
  const pose = position.value.isComputed ? correct(offset.value) : correctOffset(offset.value, start, correct);
  // The position before the waypoint is already shifted.
  const isShifted = relativeConfig.targetKind === 'currentPosition';
  const target = isShifted ? { pose } : placeTarget({ pose }, tcpOption, query).target;
  return { ok: true, value: { target, tcpOption, isOffset: true } };
}

async function findStart(query: WaypointQuery, { targetKind }: RelativeConfig): Promise<Resolution<FoundPosition>> {
  const { args, ports, previousTarget } = query;
  if (targetKind !== 'currentPosition') return findTaught(query, targetKind, messages.relativeExpressionInvalid);
  return { ok: true, value: previousTarget ?? { pose: ports.motion.currentPose(args.tcpOption) } };
}

/** Finds a position of its own, of a list, on a pallet or from an expression. */
async function findTaught({ args, ports }: WaypointQuery, kind: TargetKind, invalidMessage: string) {
  const list = kind === 'positionList' ? ports.space.find(args.positionListID ?? '') : undefined;
  if (list?.kind === 'palletBoxes') return findOnPallet(args.palletConfig, list, ports);
  return findPosition(kind, args, ports, invalidMessage);
}

function poseOf({ jointAngles, pose }: Position, tcpOption: string, ports: StepPorts): WirePose | undefined {
  return pose ?? (jointAngles && ports.motion.poseOf(jointAngles, tcpOption));
}

async function offsetPose(
  query: WaypointQuery,
  config: RelativeConfig,
  start: WirePose | undefined,
): Promise<Resolution<WirePose>> {
  if (start === undefined) return targetNotValid;
  // Frame whose axes the offset follows, in the base frame.
  const { space, motion } = query.ports;
  const frame = config.frame === 'tool' ? normalizePose(start) : frameNamed(config.frame, space, motion.basePose());
  if (frame === undefined) return targetFailure(messages.invalidOffsetFrame);
  const offset = await evaluateOffset(query, config);
  if (offset === undefined) return targetFailure(messages.relativeExpressionInvalid);
  return { ok: true, value: applyOffset(start, offset, frame) };
}

/** Returns the difference of the corrections at the target and at a taught start position. */
function correctOffset(pose: WirePose, start: WirePose, correct: StepPorts['space']['correct']): WirePose {
  const [from, to] = [correct(start), correct(pose)];
  return { ...pose, x: to.x - from.x + start.x, y: to.y - from.y + start.y, z: to.z - from.z + start.z };
}

interface Offset {
  readonly translation: Vec3;
  readonly rotationDegrees: Vec3;
}

async function evaluateOffset({ args, ports }: WaypointQuery, config: RelativeConfig): Promise<Offset | undefined> {
  const { offsetX, offsetY, offsetZ, offsetRx, offsetRy, offsetRz } = config;
  const numbers = await Promise.all(
    [offsetX, offsetY, offsetZ, offsetRx, offsetRy, offsetRz].map((source) =>
      evaluateNumber(ports.expressions, source),
    ),
  );
  const [x, y, z, rx, ry, rz] = numbers.map((result) => (result.ok ? result.value : Number.NaN));
  if (x === undefined || y === undefined || z === undefined) return undefined;
  if (rx === undefined || ry === undefined || rz === undefined) return undefined;
  if (numbers.some((result) => !result.ok)) return undefined;
  const inMeters = (value: number) => unitToMeters(value, args.distanceUnit);
  return { translation: [inMeters(x), inMeters(y), inMeters(z)], rotationDegrees: [rx, ry, rz] };
}

/** Translates and rotates a pose along the axes of a frame; it rotates about its own origin, not the frame's. */
function applyOffset(start: WirePose, { translation, rotationDegrees }: Offset, frame: Pose): WirePose {
  const axes = makePose([0, 0, 0], orientationOf(frame));
  const turn = makePose([0, 0, 0], quaternionFromEulerDegrees(rotationDegrees));
  const turnInBase = composePoses(composePoses(axes, turn), invertPose(axes));
  const shift = composePoses(axes, makePose(translation, identityPose));
  const turned = composePoses(turnInBase, makePose([0, 0, 0], orientationOf(start)));
  return normalizePose(makePose([start.x + shift.x, start.y + shift.y, start.z + shift.z], orientationOf(turned)));
}
