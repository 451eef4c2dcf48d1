import { messages } from '@cellwright/domain/messages';
import { type JointAngles, type Position, positionSchema } from '@cellwright/domain/robot';
import * as z from 'zod';
import { evaluateNumber } from '../evaluate.ts';
import type { MoveTarget, PortFailure, StepPorts } from '../ports.ts';
import { type PlacedTarget, placeTarget, type TargetContext } from './added-offset.ts';
import type { TargetArgs, TargetKind } from './target-fields.ts';

export type Resolution<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: PortFailure };

/**
 * A position, and whether it was computed or seen by a camera. A taught position is one that the arm measured itself.
 */
export interface FoundPosition extends Position {
  readonly isComputed?: boolean;
}

export interface ResolvedTarget extends PlacedTarget {
  readonly tcpOption: string;
}

/** The motion that leads the arm to a position. */
export interface TargetOptions {
  readonly tcpOption: string;
  readonly shouldMatchJointAngles?: boolean;
}

/** Resolves the current target of a kind, shifted by the offsets of the steps around it. */
export async function resolveTarget(
  kind: TargetKind,
  args: TargetArgs,
  options: TargetOptions,
  context: TargetContext,
): Promise<Resolution<ResolvedTarget>> {
  const position = await findPosition(kind, args, context.ports);
  return position.ok ? resolvePosition(position.value, options, context) : position;
}

/** Resolves a position, shifted by the offsets of the steps around it. */
export function resolvePosition(
  position: FoundPosition,
  options: TargetOptions,
  context: TargetContext,
): Resolution<ResolvedTarget> {
  const tcpOption = chooseTcpOption(options.tcpOption, position);
  const target = targetOf(position, options.shouldMatchJointAngles ?? false, context.ports);
  return target === undefined
    ? targetNotValid
    : { ok: true, value: { ...placeTarget(target, tcpOption, context), tcpOption } };
}

/** Finds the position as it was taught, computed or seen. */
export async function findPosition(
  kind: TargetKind,
  args: TargetArgs,
  ports: StepPorts,
  /** Message for an expression that does not give a position. */
  invalidMessage: string = messages.moveArmTargetNotValid,
): Promise<Resolution<FoundPosition>> {
  switch (kind) {
    case 'singlePosition':
      return args.target === undefined ? targetNotValid : { ok: true, value: args.target };
    case 'positionList':
      return findInList(args, ports);
    case 'expression':
      return findByExpression(args, ports, invalidMessage);
  }
}

/** Returns the requested tool; 'auto' is the tool that the position was taught with. */
export function chooseTcpOption(tcpOption: string, position: Position): string {
  return tcpOption === 'auto' ? (position.tcpOption ?? 'auto') : tcpOption;
}

/** Returns exactly the joint angles if they must match, otherwise the pose if there is one. */
function targetOf(
  { jointAngles, pose, isComputed }: FoundPosition,
  shouldMatchJointAngles: boolean,
  ports: StepPorts,
): MoveTarget | undefined {
  if (pose !== undefined && !shouldMatchJointAngles) return { pose: isComputed ? ports.space.correct(pose) : pose };
  return jointAngles === undefined ? undefined : { jointAngles };
}

async function findInList(args: TargetArgs, ports: StepPorts): Promise<Resolution<FoundPosition>> {
  const item = args.positionListID === undefined ? undefined : ports.space.find(args.positionListID);
  if (item === undefined) return targetNotValid;
  const index = await evaluateNumber(ports.expressions, args.positionListIndex ?? 0);
  if (!index.ok) return targetFailure(messages.errorInField('positionListIndex', index.message));
  const position = item.positions[index.value];
  if (position === undefined) return targetFailure(messages.chooseValidListIndex);
  return { ok: true, value: { ...position, isComputed: item.kind === 'visionPositionList' } };
}

async function findByExpression(
  { expression }: TargetArgs,
  ports: StepPorts,
  invalidMessage: string,
): Promise<Resolution<FoundPosition>> {
  if (expression === undefined) return targetFailure(messages.expressionMustBeSet);
  const evaluation = await ports.expressions.evaluate(expression);
  if (!evaluation.ok) return targetFailure(messages.errorInField('expression', evaluation.message));
  const position = positionIn(String(evaluation.value), ports);
  return position === undefined ? targetFailure(invalidMessage) : { ok: true, value: position };
}

const spelledPositionSchema = positionSchema.refine(
  ({ jointAngles, pose }) => jointAngles !== undefined || pose !== undefined,
);
const spelledSchema = z.union([
  spelledPositionSchema,
  positionSchema.shape.jointAngles.unwrap().transform((jointAngles: JointAngles) => ({ jointAngles })),
]);

/** Returns a position from JSON text, or the position of the space item with this id. */
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

export function targetFailure(message: string): { readonly ok: false; readonly failure: PortFailure } {
  return { ok: false, failure: { kind: 'ExecutionFailure', message } };
}

export const targetNotValid = targetFailure(messages.moveArmTargetNotValid);
