import { defineMessages } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import type { JointAngles } from '@cellwright/domain/robot';
import * as z from 'zod';
import {
  blendConfigSchema,
  type CheckedStep,
  checkMatchInsideOffset,
  checkTarget,
  checkTcp,
  defineContract,
  describeMotionKind,
  type FieldProblem,
  field,
  invalid,
  isInside,
  jointAnglesToMatchMessage,
  motionKinds,
  motionSpeedSchema,
  noBlend,
  noMatchInsideAddOffsetMessage,
  noTimeLimit,
  shouldMatchJointAnglesField,
  speedProfileSchema,
  targetFields,
  targetKinds,
  targetUses,
  tcpOptionField,
  withCalculations,
} from '../../framework/index.ts';

const own = defineMessages('MoveArmTo', {
  motionKindNeeded: 'Choose how the arm moves: joint, line, rotation or line_inc',
  terminalNeeded: 'A Move Arm step that is a waypoint needs a Move Arm step directly after it in which the motion ends',
  linearInsidePush: 'Inside a Push Mode step the arm must move along a line; choose line or line_inc',
});

const argsSchema = z.object({
  motionKind: field(z.enum(motionKinds, own.motionKindNeeded), { label: 'Motion' }),
  targetKind: field(z.enum(targetKinds).default('singlePosition'), { label: 'Target' }),
  ...targetFields,
  tcpOption: tcpOptionField,
  motionSpeed: field(motionSpeedSchema.default(50), { label: 'Speed', unit: '%', help: 'Of the speed limits' }),
  blend: field(blendConfigSchema.default(noBlend), {
    label: 'Blend',
    help: 'Blends into the following motion: an arc inside, or the next step if this one is a waypoint',
  }),
  shouldMatchJointAngles: shouldMatchJointAnglesField,
  isWaypoint: field(z.boolean().default(false), {
    label: 'Waypoint',
    help: 'On: one motion with the next Move Arm steps, up to the first that is not a waypoint',
  }),
  isCacheable: field(z.boolean().default(true), {
    label: 'Keep the plan',
    help: 'Off: the motion is planned again each time',
  }),
  speedProfile: field(speedProfileSchema.optional(), { label: 'Custom speed limits' }),
});
export type MoveArmToArgs = z.output<typeof argsSchema>;

// A type, not an interface: only types are records of variable values.
export type MoveArmToVariables = {
  /** Number of times that the target was reached in this run. */
  completedCount: number;
  /** State of the motion to it: none, requestingPlan, planning, receivingPlan, moving or paused. */
  currentActivity: string;
};
const initialVariables: MoveArmToVariables = { completedCount: 0, currentActivity: 'none' };

const jointAngles: JointAngles = [0, 0.4, 1.6, -0.4, 4.7, 0];
const target = { jointAngles };
const pose = { x: 0.4, y: -0.3, z: 0.2, i: 0, j: 0.6, k: 0, w: 0.8 };
const joint = { motionKind: 'joint', target } as const;
const computed = { motionKind: 'line', targetKind: 'expression' } as const;
const inList = { motionKind: 'joint', targetKind: 'positionList', positionListID: 'gone' } as const;

export const moveArmToContract = defineContract({
  kind: 'MoveArmTo',
  label: 'Move arm to',
  section: 'Basic',
  description: 'Moves the arm to one position, and from there along the arcs inside it.',
  args: argsSchema,
  ...withCalculations,
  children: { policy: 'optional', allowedKinds: ['Arc'] },
  variables: initialVariables,
  hasComputedTarget: ({ targetKind, positionListIndex }) =>
    targetKind === 'expression' || typeof positionListIndex === 'object',
  hasOutsideEffect: false,
  resume: { movesFirst: true },
  timeLimit: () => noTimeLimit,
  expressions: (args) => targetUses(args.targetKind, args),
  check(step, environment) {
    const { args } = step;
    return [
      ...checkTarget(args.targetKind, args, environment),
      ...checkTcp(args, environment),
      ...checkMatchInsideOffset(step, args.shouldMatchJointAngles),
      ...checkPushed(step, args),
      ...(args.isWaypoint && !isFollowedByMove(step) ? [invalid('isWaypoint', own.terminalNeeded)] : []),
    ];
  },
  summarize(args, names) {
    const { say } = names;
    const motion = describeMotionKind(args.motionKind, say);
    if (args.targetKind === 'expression') return say`Move to a computed position (${motion})`;
    if (args.targetKind === 'singlePosition') return say`Move to a position (${motion})`;
    if (args.positionListID === undefined) return say`Move to a position list`;
    return say`Move to ${names.spaceItem(args.positionListID)}`;
  },
  examples: [
    { title: 'Taught joint angles', args: joint },
    {
      title: 'Straight to a pose, slowly',
      args: { motionKind: 'line', target: { pose }, motionSpeed: 20, speedProfile: { maxTooltipSpeed: 0.1 } },
    },
    {
      title: 'The next position of a list, by loop count',
      args: {
        motionKind: 'joint',
        targetKind: 'positionList',
        positionListID: 'space_tray',
        positionListIndex: { kind: 'stateVariable', stepID: 'step_loop', variable: 'completedCount' },
      },
    },
  ],
  messages: [
    { message: own.motionKindNeeded, provokedBy: { args: { target } } },
    { message: messages.jointAnglesOrPoseMustBeSet, provokedBy: { args: { motionKind: 'joint' } } },
    {
      message: jointAnglesToMatchMessage,
      provokedBy: { args: { motionKind: 'joint', target: { pose }, shouldMatchJointAngles: true } },
    },
    {
      message: messages.positionListMustBeSet,
      provokedBy: { args: { motionKind: 'joint', targetKind: 'positionList' } },
    },
    { message: messages.chooseValidSpaceItem, provokedBy: { args: inList } },
    { message: messages.expressionMustBeSet, provokedBy: { args: computed } },
    {
      message: noMatchInsideAddOffsetMessage,
      provokedBy: { args: { ...joint, shouldMatchJointAngles: true }, inside: ['AddOffset'] },
    },
    {
      message: messages.tcpNotAvailable('wristCamera'),
      provokedBy: { args: { ...joint, tcpOption: 'wristCamera' }, equipment: [] },
    },
    { message: own.terminalNeeded, provokedBy: { args: { ...joint, isWaypoint: true } } },
    { message: own.linearInsidePush, provokedBy: { args: joint, inside: ['PushMode'] } },
    {
      message: messages.moveArmTargetNotValid,
      provokedBy: {
        args: { ...computed, expression: { kind: 'constant', value: 'far' } },
        played: { faults: [] },
      },
    },
    {
      message: messages.failedToGenerateMotionPlan,
      provokedBy: { args: joint, played: { faults: ['motionFails'] } },
    },
  ],
});

function checkPushed(step: CheckedStep, { motionKind }: MoveArmToArgs): FieldProblem[] {
  const isLinear = motionKind === 'line' || motionKind === 'line_inc';
  return !isLinear && isInside(step, 'PushMode') ? [invalid('motionKind', own.linearInsidePush)] : [];
}

/** True if the next enabled step is a move. That step decides whether the motion ends before it. */
function isFollowedByMove({ siblings, index }: CheckedStep): boolean {
  return siblings.find((step) => step.index > index && !step.isDisabled)?.stepKind === 'MoveArmTo';
}
