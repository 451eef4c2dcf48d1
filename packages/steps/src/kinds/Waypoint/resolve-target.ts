import { type JointAngles, messages, type Position, positionSchema, type WirePose } from '@cellwright/domain';
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
import { z } from 'zod';
import { evaluateNumber, type MoveTarget, type PortFailure, type StepPorts } from '../../framework/index.ts';
import { positionSourceOf, type RelativeConfig, type WaypointArgs } from './contract-args.ts';
import { planeOf } from './contract-checks.ts';

export interface TargetQuery {
  readonly args: WaypointArgs;
  readonly ports: StepPorts;
  /** Where the arm comes from; undefined means where it stands. */
  readonly previousTarget: MoveTarget | undefined;
}

export type Resolution<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: PortFailure };

export interface ResolvedTarget {
  readonly target: MoveTarget;
  readonly tcpOption: string;
}

/** Where a waypoint leads, now. */
export async function resolveTarget(query: TargetQuery): Promise<Resolution<ResolvedTarget>> {
  const { args } = query;
  const position = await findPosition(query);
  if (!position.ok) return position;
  const tcpOption = args.tcpOption === 'auto' ? (position.value.tcpOption ?? 'auto') : args.tcpOption;
  if (args.targetKind === 'relative') {
    const start = poseOf(position.value, tcpOption, query.ports);
    const pose = await offsetPose(query, start);
    if (!pose.ok || start === undefined) return pose.ok ? notValid : pose;
    const { correct } = query.ports.space;
    const corrected = position.value.isComputed ? correct(pose.value) : correctOffset(pose.value, start, correct);
    return { ok: true, value: { target: { pose: corrected }, tcpOption } };
  }
  const target = targetOf(position.value, args.shouldMatchJointAngles, query.ports);
  return target === undefined ? notValid : { ok: true, value: { target, tcpOption } };
}

/** A position, and whether it was computed or seen: what was taught is where the arm believes itself to be. */
interface FoundPosition extends Position {
  readonly isComputed?: boolean;
}

/** Exactly the joint angles when they must match; else the pose, where there is one. */
function targetOf(
  { jointAngles, pose, isComputed }: FoundPosition,
  shouldMatchJointAngles: boolean,
  ports: StepPorts,
): MoveTarget | undefined {
  if (pose !== undefined && !shouldMatchJointAngles) return { pose: isComputed ? ports.space.correct(pose) : pose };
  return jointAngles === undefined ? undefined : { jointAngles };
}

function poseOf({ jointAngles, pose }: Position, tcpOption: string, ports: StepPorts): WirePose | undefined {
  return pose ?? (jointAngles && ports.motion.poseOf(jointAngles, tcpOption));
}

async function findPosition({ args, ports, previousTarget }: TargetQuery): Promise<Resolution<FoundPosition>> {
  switch (positionSourceOf(args)) {
    case 'singlePosition':
      return found(args.target);
    case 'positionList':
      return findInList(args, ports);
    case 'expression':
      return findByExpression(args, ports);
    case 'currentPosition':
      return found(previousTarget ?? { pose: ports.motion.currentPose(args.tcpOption) });
    case undefined:
      return failure(messages.targetNotConfigured);
  }
}

async function findInList(args: WaypointArgs, ports: StepPorts): Promise<Resolution<FoundPosition>> {
  const item = args.positionListID === undefined ? undefined : ports.space.find(args.positionListID);
  if (item === undefined) return notValid;
  const index = await evaluateNumber(ports.expressions, args.positionListIndex ?? 0);
  if (!index.ok) return failure(messages.errorInField('positionListIndex', index.message));
  const position = item.positions[index.value];
  if (position === undefined) return failure(messages.chooseValidListIndex);
  return found({ ...position, isComputed: item.kind === 'visionPositionList' });
}

async function findByExpression(
  { expression, targetKind }: WaypointArgs,
  ports: StepPorts,
): Promise<Resolution<FoundPosition>> {
  if (expression === undefined) return failure(messages.expressionMustBeSet);
  const evaluation = await ports.expressions.evaluate(expression);
  if (!evaluation.ok) return failure(messages.errorInField('expression', evaluation.message));
  const position = positionIn(String(evaluation.value), ports);
  if (position !== undefined) return found(position);
  return targetKind === 'relative' ? failure(messages.relativeExpressionInvalid) : notValid;
}

const spelledPositionSchema = positionSchema.refine(
  ({ jointAngles, pose }) => jointAngles !== undefined || pose !== undefined,
);
const spelledSchema = z.union([
  spelledPositionSchema,
  positionSchema.shape.jointAngles.unwrap().transform((jointAngles: JointAngles) => ({ jointAngles })),
]);

/** A position spelled as JSON, or that of the space item with this id. */
function positionIn(text: string, ports: StepPorts): FoundPosition | undefined {
  const item = ports.space.find(text);
  if (item !== undefined) return item.positions[0];
  try {
    const spelled = spelledSchema.safeParse(JSON.parse(text));
    return spelled.success ? { ...spelled.data, isComputed: true } : undefined;
  } catch {
    return undefined;
  }
}

async function offsetPose(query: TargetQuery, start: WirePose | undefined): Promise<Resolution<WirePose>> {
  const { relativeConfig } = query.args;
  if (start === undefined || relativeConfig === undefined) return notValid;
  const frame = frameOf(relativeConfig, start, query.ports);
  if (frame === undefined) return failure(messages.invalidOffsetFrame);
  const offset = await evaluateOffset(query, relativeConfig);
  if (offset === undefined) return failure(messages.relativeExpressionInvalid);
  return { ok: true, value: applyOffset(start, offset, frame) };
}

/** The frame whose axes the offset follows, in the base frame. */
function frameOf({ frame }: RelativeConfig, start: WirePose, ports: StepPorts): Pose | undefined {
  if (frame === 'base' || frame === 'world') return identityPose;
  if (frame === 'tool') return normalizePose(start);
  const item = ports.space.find(frame);
  return item && planeOf(item);
}

interface Offset {
  readonly translation: Vec3;
  readonly rotationDegrees: Vec3;
}

async function evaluateOffset({ args, ports }: TargetQuery, config: RelativeConfig): Promise<Offset | undefined> {
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

/** From a taught position: by as much as the correction differs between there and here. */
function correctOffset(pose: WirePose, start: WirePose, correct: StepPorts['space']['correct']): WirePose {
  const [from, to] = [correct(start), correct(pose)];
  return { ...pose, x: to.x - from.x + start.x, y: to.y - from.y + start.y, z: to.z - from.z + start.z };
}

function found(position: FoundPosition | undefined): Resolution<FoundPosition> {
  return position === undefined ? notValid : { ok: true, value: position };
}

function failure(message: string): { readonly ok: false; readonly failure: PortFailure } {
  return { ok: false, failure: { kind: 'ExecutionFailure', message } };
}

const notValid = failure(messages.moveArmTargetNotValid);
