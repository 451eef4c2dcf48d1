import { messages, type Position, type WirePose } from '@cellwright/domain';
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
  /** Where the arm comes from; undefined means where it stands. */
  readonly previousTarget: MoveTarget | undefined;
}

/** Where a waypoint leads, now. */
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
  // Where the arm comes from has been shifted already.
  const isShifted = relativeConfig.targetKind === 'currentPosition';
  const target = isShifted ? { pose } : placeTarget({ pose }, tcpOption, query).target;
  return { ok: true, value: { target, tcpOption, isOffset: true } };
}

async function findStart(query: WaypointQuery, { targetKind }: RelativeConfig): Promise<Resolution<FoundPosition>> {
  const { args, ports, previousTarget } = query;
  if (targetKind !== 'currentPosition') return findTaught(query, targetKind, messages.relativeExpressionInvalid);
  return { ok: true, value: previousTarget ?? { pose: ports.motion.currentPose(args.tcpOption) } };
}

/** A position of its own, of a list, on a pallet or from an expression. */
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
  // The frame whose axes the offset follows, in the base frame.
  const { space, motion } = query.ports;
  const frame = config.frame === 'tool' ? normalizePose(start) : frameNamed(config.frame, space, motion.basePose());
  if (frame === undefined) return targetFailure(messages.invalidOffsetFrame);
  const offset = await evaluateOffset(query, config);
  if (offset === undefined) return targetFailure(messages.relativeExpressionInvalid);
  return { ok: true, value: applyOffset(start, offset, frame) };
}

/** From a taught position: by as much as the correction differs between there and here. */
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

/** Shifts and turns a pose along the axes of a frame; it turns about its own place, not about the frame's origin. */
function applyOffset(start: WirePose, { translation, rotationDegrees }: Offset, frame: Pose): WirePose {
  const axes = makePose([0, 0, 0], orientationOf(frame));
  const turn = makePose([0, 0, 0], quaternionFromEulerDegrees(rotationDegrees));
  const turnInBase = composePoses(composePoses(axes, turn), invertPose(axes));
  const shift = composePoses(axes, makePose(translation, identityPose));
  const turned = composePoses(turnInBase, makePose([0, 0, 0], orientationOf(start)));
  return normalizePose(makePose([start.x + shift.x, start.y + shift.y, start.z + shift.z], orientationOf(turned)));
}
