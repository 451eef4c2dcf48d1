import { frameOfSpaceItem, messages, type SpaceItem, type StepKind } from '@cellwright/domain';
import {
  type CheckEnvironment,
  type CheckedStep,
  customLimitsMissingMessage,
  type FieldProblem,
  invalid,
} from '../../framework/index.ts';
import { positionSourceOf, type WaypointArgs } from './contract-args.ts';
import { checkPallet } from './contract-pallet.ts';
import { stopEarlyGroupsOf, stopEarlyNotReadable } from './contract-stop-early.ts';

type CheckedWaypoint = CheckedStep & { readonly args: WaypointArgs };

/** Lets a waypoint match joint angles although the cell has a custom base. */
const matchJointsWithCustomBaseFlag = 'customBaseMatchJointAngles';

export const own = {
  jointAnglesToMatch: 'Joint angles must be set to match them',
  noMatchInsideAddOffset: 'Match joint angles may not be used inside an Add Offset step',
  matchOnlyOnFirst: 'Inside a Weld step only the first waypoint may match joint angles',
  autoTCPInsideWeld: 'Inside a Weld step the tool centre point must be auto',
  dynamicBaseNeeded: 'Matching the dynamic base position needs an enabled dynamic base',
  noDynamicBaseForRelative: 'A relative waypoint cannot match the dynamic base position',
  invalidFrame: 'The frame must be base, world, tool or a plane of three positions',
} as const;

/** The steps that lead through waypoints. */
export const placesOfWaypoints: readonly StepKind[] = ['MoveArmToV2', 'Weld'];

/** Space items that hold positions to move to. */
const listKinds: ReadonlySet<SpaceItem['kind']> = new Set([
  'singlePosition',
  'safeHomePose',
  'freeformPositionList',
  'gridPositionList',
  'visionPositionList',
  'palletBoxes',
]);

export function checkWaypoint(step: CheckedWaypoint, environment: CheckEnvironment): FieldProblem[] {
  const { args } = step;
  return [
    ...checkPlace(step),
    ...checkTarget(args, environment),
    ...checkMatching(step),
    ...checkBase(args, environment),
    ...(args.speedLimitOption === 'CUSTOM' && args.speedProfile === undefined
      ? [invalid('speedProfile', customLimitsMissingMessage)]
      : []),
    ...(stopEarlyGroupsOf(args) === undefined ? [invalid('stopEarlyConditions', stopEarlyNotReadable)] : []),
  ];
}

function checkPlace({ parent, args }: CheckedWaypoint): FieldProblem[] {
  if (!placesOfWaypoints.some((kind) => kind === parent?.stepKind)) {
    return [invalid('stepKind', messages.waypointMisplaced)];
  }
  if (parent?.stepKind === 'Weld' && args.tcpOption !== 'auto') return [invalid('tcpOption', own.autoTCPInsideWeld)];
  return [];
}

function checkTarget(args: WaypointArgs, environment: CheckEnvironment): FieldProblem[] {
  const source = positionSourceOf(args);
  const frameProblems = args.relativeConfig === undefined ? [] : checkFrame(args.relativeConfig.frame, environment);
  return [...(args.targetKind === 'relative' ? frameProblems : []), ...checkSource(source, args, environment)];
}

function checkSource(
  source: ReturnType<typeof positionSourceOf>,
  args: WaypointArgs,
  environment: CheckEnvironment,
): FieldProblem[] {
  switch (source) {
    case 'singlePosition': {
      const { target } = args;
      if (target?.jointAngles === undefined && target?.pose === undefined) {
        return [invalid('target', messages.jointAnglesOrPoseMustBeSet)];
      }
      const lacksJoints = args.shouldMatchJointAngles && target.jointAngles === undefined;
      return lacksJoints ? [invalid('target', own.jointAnglesToMatch)] : [];
    }
    case 'positionList':
      return checkList(args, environment);
    case 'expression':
      return args.expression === undefined ? [invalid('expression', messages.expressionMustBeSet)] : [];
    case 'currentPosition':
      return [];
    case undefined:
      return [invalid('relativeConfig', messages.targetNotConfigured)];
  }
}

function checkList(args: WaypointArgs, environment: CheckEnvironment): FieldProblem[] {
  if (args.positionListID === undefined) return [invalid('positionListID', messages.positionListMustBeSet)];
  const item = environment.spaceItems.get(args.positionListID);
  if (item === undefined || !listKinds.has(item.kind)) {
    return [invalid('positionListID', messages.chooseValidSpaceItem)];
  }
  if (item.kind === 'palletBoxes') return checkPallet(args.palletConfig, item, environment);
  return isValidIndex(args.positionListIndex, item)
    ? []
    : [invalid('positionListIndex', messages.chooseValidListIndex)];
}

function isValidIndex(index: WaypointArgs['positionListIndex'], item: SpaceItem): boolean {
  // What a camera finds is not known yet; an expression is looked at while playing.
  if (item.kind === 'visionPositionList' || typeof index === 'object') return true;
  if (index === undefined) return item.kind === 'singlePosition' || item.kind === 'safeHomePose';
  return index >= 0 && index < item.positions.length;
}

function checkFrame(frame: string, environment: CheckEnvironment): FieldProblem[] {
  if (frame === 'base' || frame === 'world' || frame === 'tool') return [];
  const item = environment.spaceItems.get(frame);
  return item !== undefined && planeOf(item) !== undefined ? [] : [invalid('relativeConfig.frame', own.invalidFrame)];
}

/** The frame of a plane that was taught with three positions; undefined for anything else. */
export function planeOf(item: SpaceItem) {
  return item.kind === 'plane' ? frameOfSpaceItem(item) : undefined;
}

function checkMatching(step: CheckedWaypoint): FieldProblem[] {
  if (!step.args.shouldMatchJointAngles) return [];
  const problems: FieldProblem[] = [];
  if (isInside(step, 'AddOffset')) problems.push(invalid('shouldMatchJointAngles', own.noMatchInsideAddOffset));
  if (step.parent?.stepKind === 'Weld' && !isFirstWaypoint(step, step.parent)) {
    problems.push(invalid('shouldMatchJointAngles', own.matchOnlyOnFirst));
  }
  return problems;
}

function checkBase(args: WaypointArgs, { equipment, isFlagOn }: CheckEnvironment): FieldProblem[] {
  const isRelative = args.targetKind === 'relative';
  const has = (capability: string) => equipment?.some(({ capabilities }) => capabilities.includes(capability));
  const problems: FieldProblem[] = [];
  if (args.shouldMatchJointAngles && has('customBase') && (isRelative || !isFlagOn(matchJointsWithCustomBaseFlag))) {
    problems.push(invalid('shouldMatchJointAngles', messages.matchJointAnglesWithCustomBase));
  }
  if (!args.shouldMatchDynamicBasePosition) return problems;
  if (isRelative) problems.push(invalid('shouldMatchDynamicBasePosition', own.noDynamicBaseForRelative));
  if (has('dynamicBase') === false) problems.push(invalid('shouldMatchDynamicBasePosition', own.dynamicBaseNeeded));
  return problems;
}

function isInside(step: CheckedStep, stepKind: string): boolean {
  let outer = step.parent;
  while (outer !== undefined && outer.stepKind !== stepKind) outer = outer.parent;
  return outer !== undefined;
}

function isFirstWaypoint(step: CheckedStep, parent: CheckedStep): boolean {
  return parent.children.find(({ stepKind }) => stepKind === 'Waypoint')?.id === step.id;
}
