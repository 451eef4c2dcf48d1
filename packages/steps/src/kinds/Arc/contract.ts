import { defineMessages } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import type { StepKind } from '@cellwright/domain/routine';
import type { SpaceItem } from '@cellwright/domain/space';
import * as z from 'zod';
import {
  type CheckEnvironment,
  checkTarget,
  checkTcp,
  defineContract,
  type ExpressionUse,
  type FieldProblem,
  field,
  invalid,
  noTimeLimit,
  targetFields,
  targetKinds,
  targetUses,
  withCalculations,
} from '../../framework/index.ts';

/** Allows arcs between the waypoints of a move. */
const arcInMoveFlag = 'arcInMoveArm';

const own = defineMessages('Arc', {
  flagNeeded: "Arcs between waypoints need the feature flag 'Arc in Move Arm'. Enable it, or use a Move Arm To step",
});

const placesOfArcs: readonly StepKind[] = ['MoveArmTo', 'Weld', 'MoveArmToV2'];

const arcTarget = () =>
  z.object({
    targetKind: field(z.enum(targetKinds).default('singlePosition'), { label: 'Target' }),
    ...targetFields,
  });

const argsSchema = z.object({
  viaTarget: field(arcTarget().default({ targetKind: 'singlePosition' }), {
    label: 'Point on the arc',
    help: 'Only its position counts: the tool rotates evenly from the start to the end of the arc',
  }),
  endTarget: field(arcTarget().default({ targetKind: 'singlePosition' }), { label: 'End of the arc' }),
});
export type ArcArgs = z.output<typeof argsSchema>;
export type ArcTarget = ArcArgs['viaTarget'];

// A type, not an interface: only types are records of variable values.
export type ArcVariables = {
  /** Number of times that the end was reached in this run. */
  completedCount: number;
  /** State of the motion along it: none, requestingPlan, planning, receivingPlan, moving or paused. */
  currentActivity: string;
};
const initialVariables: ArcVariables = { completedCount: 0, currentActivity: 'none' };

const at = (x: number, y: number) => ({ target: { pose: { x, y, z: 0.3, i: 0, j: 0.6, k: 0, w: 0.8 } } });
const overTheTop = { viaTarget: at(0.5, 0.1), endTarget: at(0.4, 0.2) };
const inMove = { inside: ['MoveArmTo'] } as const;
const inList = (positionListIndex: number) => ({
  ...overTheTop,
  endTarget: { targetKind: 'positionList', positionListID: 'list', positionListIndex },
});
const list: SpaceItem = { id: 'list', name: 'Rim', kind: 'freeformPositionList', positions: [{}], global: false };
const far = { targetKind: 'expression', expression: { kind: 'constant', value: 'far' } };

export const arcContract = defineContract({
  kind: 'Arc',
  label: 'Arc',
  section: 'Basic',
  description:
    'Moves along a circular arc from the end of the previous step through one point to another, at constant tool speed.',
  args: argsSchema,
  ...withCalculations,
  children: { policy: 'forbidden' },
  insideOnly: placesOfArcs,
  variables: initialVariables,
  hasOutsideEffect: false,
  resume: { startsWhereArmStands: () => true },
  timeLimit: () => noTimeLimit,
  expressions: arcUses,
  check({ parent, args }, environment) {
    return [
      ...checkPlace(parent?.stepKind, environment),
      ...inField('viaTarget', checkPoint(args.viaTarget, environment)),
      ...inField('endTarget', checkPoint(args.endTarget, environment)),
    ];
  },
  summarize: (_args, { say }) => say`Move along an arc`,
  examples: [
    { title: 'A quarter circle along a rim', args: overTheTop },
    {
      title: 'Through the positions of a list',
      args: {
        viaTarget: { targetKind: 'positionList', positionListID: 'space_tray', positionListIndex: 0 },
        endTarget: { targetKind: 'positionList', positionListID: 'space_tray', positionListIndex: 0 },
      },
    },
  ],
  messages: [
    { message: messages.arcMisplaced, provokedBy: { args: overTheTop, inside: ['Loop'] } },
    { message: own.flagNeeded, provokedBy: { args: overTheTop, inside: ['MoveArmToV2'] } },
    { message: messages.jointAnglesOrPoseMustBeSet, provokedBy: { args: {}, ...inMove } },
    {
      message: messages.positionListMustBeSet,
      provokedBy: { args: { ...overTheTop, viaTarget: { targetKind: 'positionList' } }, ...inMove },
    },
    { message: messages.chooseValidSpaceItem, provokedBy: { args: inList(0), ...inMove } },
    { message: messages.chooseValidListIndex, provokedBy: { args: inList(1), spaceItems: [list], ...inMove } },
    {
      message: messages.expressionMustBeSet,
      provokedBy: { args: { ...overTheTop, endTarget: { targetKind: 'expression' } }, ...inMove },
    },
    {
      message: messages.moveArmTargetNotValid,
      provokedBy: { args: { ...overTheTop, viaTarget: far }, ...inMove, played: { faults: [] } },
    },
  ],
});

/** Returns the expressions that determine the arc. */
export function arcUses({ viaTarget, endTarget }: ArcArgs): ExpressionUse[] {
  return [
    ...inField('viaTarget', targetUses(viaTarget.targetKind, viaTarget)),
    ...inField('endTarget', targetUses(endTarget.targetKind, endTarget)),
  ];
}

function checkPlace(place: string | undefined, { isFlagOn }: CheckEnvironment): FieldProblem[] {
  if (!placesOfArcs.some((kind) => kind === place)) return [invalid('stepKind', messages.arcMisplaced)];
  return place === 'MoveArmToV2' && !isFlagOn(arcInMoveFlag) ? [invalid('stepKind', own.flagNeeded)] : [];
}

function checkPoint(point: ArcTarget, environment: CheckEnvironment): FieldProblem[] {
  const { targetKind } = point;
  return [...checkTarget(targetKind, point, environment), ...checkTcp({ ...point, tcpOption: 'auto' }, environment)];
}

function inField<Part extends { readonly fieldId?: string | undefined }>(name: string, parts: readonly Part[]): Part[] {
  return parts.map((part) => ({ ...part, fieldId: `${name}.${part.fieldId}` }));
}
