import { defineMessages } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import type { StepKind } from '@cellwright/domain/routine';
import {
  type CheckEnvironment,
  type CheckedStep,
  checkMatchInsideOffset,
  checkSpeedLimits,
  checkTarget,
  checkTcp,
  type FieldProblem,
  invalid,
  planeOf,
} from '../../framework/index.ts';
import { positionSourceOf, type WaypointArgs } from './contract-args.ts';
import { checkPallet } from './contract-pallet.ts';
import { stopEarlyGroupsOf, stopEarlyNotReadable } from './contract-stop-early.ts';

type CheckedWaypoint = CheckedStep & { readonly args: WaypointArgs };

/** Allows a waypoint to match joint angles although the cell has a custom base. */
const matchJointsWithCustomBaseFlag = 'customBaseMatchJointAngles';

export const own = defineMessages('Waypoint', {
  matchOnlyOnFirst: 'Inside a Weld step, only the first waypoint can match joint angles',
  autoTCPInsideWeld: 'Inside a Weld step the tool centre point must be auto',
  dynamicBaseNeeded: 'Matching the dynamic base position needs an enabled dynamic base',
  noDynamicBaseForRelative: 'A relative waypoint cannot match the dynamic base position',
  invalidFrame: 'The frame must be base, world, tool or a plane of three positions',
});

/** Steps that move through waypoints. */
export const placesOfWaypoints: readonly StepKind[] = ['MoveArmToV2', 'Weld'];

export function checkWaypoint(step: CheckedWaypoint, environment: CheckEnvironment): FieldProblem[] {
  const { args } = step;
  return [
    ...checkPlace(step),
    ...checkWhere(args, environment),
    ...checkTcp(args, environment),
    ...checkMatching(step),
    ...checkBase(args, environment),
    ...checkSpeedLimits(args),
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

function checkWhere(args: WaypointArgs, environment: CheckEnvironment): FieldProblem[] {
  const frameProblems = args.relativeConfig === undefined ? [] : checkFrame(args.relativeConfig.frame, environment);
  return [...(args.targetKind === 'relative' ? frameProblems : []), ...checkSource(args, environment)];
}

function checkSource(args: WaypointArgs, environment: CheckEnvironment): FieldProblem[] {
  const source = positionSourceOf(args);
  if (source === undefined) return [invalid('relativeConfig', messages.targetNotConfigured)];
  if (source === 'currentPosition') return [];
  return checkTarget(source, args, environment, (boxes) => checkPallet(args.palletConfig, boxes, environment));
}

function checkFrame(frame: string, environment: CheckEnvironment): FieldProblem[] {
  if (frame === 'base' || frame === 'world' || frame === 'tool') return [];
  const item = environment.spaceItems.get(frame);
  return item !== undefined && planeOf(item) !== undefined ? [] : [invalid('relativeConfig.frame', own.invalidFrame)];
}

function checkMatching(step: CheckedWaypoint): FieldProblem[] {
  if (!step.args.shouldMatchJointAngles) return [];
  const problems = checkMatchInsideOffset(step, true);
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

function isFirstWaypoint(step: CheckedStep, parent: CheckedStep): boolean {
  return parent.children.find(({ stepKind }) => stepKind === 'Waypoint')?.id === step.id;
}
