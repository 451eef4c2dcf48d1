import { messages } from '@cellwright/domain/messages';
import { type Position, tcpOptionSchema } from '@cellwright/domain/robot';
import type { SpaceItem, SpaceItemOf } from '@cellwright/domain/space';
import type { CellEquipment, CheckEnvironment, CheckedStep, FieldProblem } from '../contract.ts';
import { invalid } from '../expressions.ts';
import { stepMessages } from '../step-messages.ts';
import type { TargetArgs, TargetKind } from './target-fields.ts';

/** Checks of the target of every kind of move. */

export const { jointAnglesToMatch: jointAnglesToMatchMessage, noMatchInsideAddOffset: noMatchInsideAddOffsetMessage } =
  stepMessages;

/** Returns the warning with the distance of a target and the reach of the arm, m. */
export const outOfReachMessage = (meters: number, reachMeters: number) =>
  stepMessages.outOfReach(meters.toFixed(1), reachMeters.toFixed(1));

/** Space items with positions to move to. */
const listKinds: ReadonlySet<SpaceItem['kind']> = new Set([
  'singlePosition',
  'safeHomePose',
  'freeformPositionList',
  'gridPositionList',
  'visionPositionList',
  'palletBoxes',
]);

export type CheckedTarget = TargetArgs & { readonly shouldMatchJointAngles?: boolean };

/** A target and its tool. */
export interface TcpArgs extends TargetArgs {
  readonly targetKind: string | undefined;
  readonly tcpOption: string;
}

export function checkTarget(
  kind: TargetKind,
  args: CheckedTarget,
  environment: CheckEnvironment,
  /** Checks positions on pallets; without it they are not accepted as targets. */
  checkPallet?: (boxes: SpaceItemOf<'palletBoxes'>) => FieldProblem[],
): FieldProblem[] {
  switch (kind) {
    case 'singlePosition':
      return checkSingle(args, environment);
    case 'positionList':
      return checkList(args, environment, checkPallet);
    case 'expression':
      return args.expression === undefined ? [invalid('expression', messages.expressionMustBeSet)] : [];
  }
}

function checkSingle(
  { target, shouldMatchJointAngles = false }: CheckedTarget,
  environment: CheckEnvironment,
): FieldProblem[] {
  if (target?.jointAngles === undefined && target?.pose === undefined) {
    return [invalid('target', messages.jointAnglesOrPoseMustBeSet)];
  }
  const lacksJoints = shouldMatchJointAngles && target.jointAngles === undefined;
  return lacksJoints ? [invalid('target', jointAnglesToMatchMessage)] : checkReach(target, environment, 'target');
}

function checkList(
  args: TargetArgs,
  environment: CheckEnvironment,
  checkPallet: ((boxes: SpaceItemOf<'palletBoxes'>) => FieldProblem[]) | undefined,
): FieldProblem[] {
  if (args.positionListID === undefined) return [invalid('positionListID', messages.positionListMustBeSet)];
  const item = environment.spaceItems.get(args.positionListID);
  if (item === undefined || !listKinds.has(item.kind)) {
    return [invalid('positionListID', messages.chooseValidSpaceItem)];
  }
  if (item.kind === 'palletBoxes') {
    return checkPallet?.(item) ?? [invalid('positionListID', messages.chooseValidSpaceItem)];
  }
  const { positionListIndex: index = 0 } = args;
  if (!isValidIndex(args.positionListIndex, item)) {
    return [invalid('positionListIndex', messages.chooseValidListIndex)];
  }
  const position = typeof index === 'number' ? item.positions[index] : undefined;
  return position ? checkReach(position, environment, 'positionListID') : [];
}

/** Warns about a pose beyond the reach of the arm and its tool. Joint angles are always within reach. */
function checkReach(
  { jointAngles, pose }: Pick<Position, 'jointAngles' | 'pose'>,
  { reachMeters }: CheckEnvironment,
  fieldId: string,
): FieldProblem[] {
  if (reachMeters === undefined || jointAngles !== undefined || pose === undefined) return [];
  const meters = Math.hypot(pose.x, pose.y, pose.z);
  if (meters <= reachMeters) return [];
  return [{ kind: 'configurationWarning', message: outOfReachMessage(meters, reachMeters), fieldId }];
}

function isValidIndex(index: TargetArgs['positionListIndex'], item: SpaceItem): boolean {
  // Camera results are unknown before the run, and an expression is checked while playing.
  if (item.kind === 'visionPositionList' || typeof index === 'object') return true;
  if (index === undefined) return item.kind === 'singlePosition' || item.kind === 'safeHomePose';
  return index >= 0 && index < item.positions.length;
}

/** Reports exact joint angles inside an offset, which cannot be shifted. */
export function checkMatchInsideOffset(step: CheckedStep, shouldMatchJointAngles: boolean): FieldProblem[] {
  return shouldMatchJointAngles && isInside(step, 'AddOffset')
    ? [invalid('shouldMatchJointAngles', noMatchInsideAddOffsetMessage)]
    : [];
}

export function isInside(step: CheckedStep, stepKind: string): boolean {
  let outer = step.parent;
  while (outer !== undefined && outer.stepKind !== stepKind) outer = outer.parent;
  return outer !== undefined;
}

/** Tool centre points of every cell, whatever its devices. */
const everyCellsTcps = ['auto', 'wrist', 'ee-1'];

/**
 * Returns the tool centre points of a cell with these devices; a device with an additional one declares it as a
 * capability.
 */
export function tcpsOf(equipment: readonly Pick<CellEquipment, 'capabilities'>[]): ReadonlySet<string> {
  const brought = equipment.flatMap(({ capabilities }) => capabilities);
  return new Set([...everyCellsTcps, ...brought.filter((name) => tcpOptionSchema.safeParse(name).success)]);
}

/** Checks the tool of a target: the step's, or with 'auto' the one that its position was taught with. */
export function checkTcp(
  { targetKind, positionListID, positionListIndex = 0, tcpOption }: TcpArgs,
  { equipment, spaceItems }: CheckEnvironment,
): FieldProblem[] {
  if (equipment === undefined) return [];
  const tcps = tcpsOf(equipment);
  if (!tcps.has(tcpOption)) return [invalid('tcpOption', messages.tcpNotAvailable(tcpOption))];
  if (tcpOption !== 'auto') return [];
  const taught = targetKind === 'positionList' ? spaceItems.get(positionListID ?? '')?.positions : [];
  const positions = typeof positionListIndex === 'number' ? taught?.slice(positionListIndex).slice(0, 1) : taught;
  const unknown = positions?.find((position) => !tcps.has(position.tcpOption ?? 'auto'));
  return unknown ? [invalid('positionListID', messages.tcpNotAvailable(unknown.tcpOption ?? 'auto'))] : [];
}
