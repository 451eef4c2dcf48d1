import { defineMessages } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import * as z from 'zod';
import {
  type CheckEnvironment,
  checkTarget,
  checkTcp,
  defineContract,
  type FieldProblem,
  field,
  invalid,
  motionSpeedSchema,
  noTimeLimit,
  type TargetArgs,
  targetFields,
  targetKinds,
  targetUses,
  tcpOptionField,
  withCalculations,
} from '../../framework/index.ts';

const own = defineMessages('PressButton', {
  forceTooSmall: 'The force must be at least 1 N',
  forceTooLarge: 'The force can be at most 120 N',
  durationNegative: 'The duration must not be negative',
});

const positionFields = () =>
  z.object({
    targetKind: field(z.enum(targetKinds).default('singlePosition'), { label: 'Target' }),
    ...targetFields,
  });

const argsSchema = z.object({
  prePressPosition: field(positionFields().default({ targetKind: 'singlePosition' }), {
    label: 'Pre-press position',
    help: 'In front of the button; the tool returns here',
  }),
  pressPosition: field(positionFields().default({ targetKind: 'singlePosition' }), {
    label: 'Press position',
    help: 'Maximum depth of the tool; reached along a line',
  }),
  pressForce: field(z.number().min(1, own.forceTooSmall).max(120, own.forceTooLarge).default(30), {
    label: 'Force',
    unit: 'N',
    help: 'The tool stops when it presses with this force',
  }),
  pressDuration: field(z.number().min(0, own.durationNegative).max(60).default(0.3), {
    label: 'Press duration',
    unit: 's',
  }),
  motionSpeed: field(motionSpeedSchema.default(50), {
    label: 'Speed',
    unit: '%',
    help: 'Of the speed limits, on the way to the pre-press position; the tool presses slowly',
  }),
  tcpOption: tcpOptionField,
});
export type PressButtonArgs = z.output<typeof argsSchema>;
export type PressPosition = PressButtonArgs['pressPosition'];

// A type, not an interface: only types are records of variable values.
export type PressButtonVariables = {
  /** Number of times that the button was pressed in this run. */
  completedCount: number;
  /** State of the motion: none, requestingPlan, planning, receivingPlan, moving or paused. */
  currentActivity: string;
  /** Contact force of the tool at its farthest point, N; 0 without contact. */
  contactForce: number;
};
const initialVariables: PressButtonVariables = { completedCount: 0, currentActivity: 'none', contactForce: 0 };

const at = (x: number) => ({ target: { pose: { x, y: -0.3, z: 0.2, i: 0, j: 0.6, k: 0, w: 0.8 } } });
const button = { prePressPosition: at(0.4), pressPosition: at(0.42) };
const inList = { targetKind: 'positionList', positionListID: 'gone' } as const;
const far = { targetKind: 'expression', expression: { kind: 'constant', value: 'far' } };

export const pressButtonContract = defineContract({
  kind: 'PressButton',
  label: 'Press button',
  section: 'Basic',
  description: 'Moves in front of a button, presses it to a depth or with a force, holds it, and moves back.',
  args: argsSchema,
  ...withCalculations,
  children: { policy: 'forbidden' },
  variables: initialVariables,
  answersFromOutside: true,
  hasOutsideEffect: true,
  timeLimit: () => noTimeLimit,
  expressions: ({ prePressPosition, pressPosition }) => [
    ...inField('prePressPosition', targetUses(prePressPosition.targetKind, prePressPosition)),
    ...inField('pressPosition', targetUses(pressPosition.targetKind, pressPosition)),
  ],
  check: ({ args: { prePressPosition, pressPosition, tcpOption } }, environment) => [
    ...checkPosition('prePressPosition', prePressPosition, messages.prePressPositionRequired, environment),
    ...checkPosition('pressPosition', pressPosition, messages.pressPositionRequired, environment),
    ...checkTcp({ targetKind: undefined, tcpOption }, environment),
  ],
  summarize: ({ pressForce, pressDuration }, { say }) =>
    say`Press a button with up to ${pressForce} N for ${pressDuration} s`,
  examples: [
    { title: 'A panel button', args: button },
    { title: 'A foot switch, held down', args: { ...button, pressForce: 80, pressDuration: 2 } },
  ],
  messages: [
    {
      message: messages.prePressPositionRequired,
      provokedBy: { args: { pressPosition: button.pressPosition } },
    },
    {
      message: messages.pressPositionRequired,
      provokedBy: { args: { prePressPosition: button.prePressPosition } },
    },
    {
      message: messages.positionListMustBeSet,
      provokedBy: { args: { ...button, pressPosition: { targetKind: 'positionList' } } },
    },
    { message: messages.chooseValidSpaceItem, provokedBy: { args: { ...button, pressPosition: inList } } },
    {
      message: messages.expressionMustBeSet,
      provokedBy: { args: { ...button, prePressPosition: { targetKind: 'expression' } } },
    },
    {
      message: messages.tcpNotAvailable('ee-2'),
      provokedBy: { args: { ...button, tcpOption: 'ee-2' }, equipment: [] },
    },
    { message: 'The force must be at least 1 N', provokedBy: { args: { ...button, pressForce: 0 } } },
    { message: 'The force can be at most 120 N', provokedBy: { args: { ...button, pressForce: 121 } } },
    { message: 'The duration must not be negative', provokedBy: { args: { ...button, pressDuration: -1 } } },
    {
      message: messages.moveArmTargetNotValid,
      provokedBy: { args: { ...button, pressPosition: far }, played: { faults: [] } },
    },
    {
      message: messages.failedToGenerateMotionPlan,
      provokedBy: { args: button, played: { faults: ['motionFails'] } },
    },
  ],
});

function checkPosition(
  name: string,
  position: PressPosition,
  requiredMessage: string,
  environment: CheckEnvironment,
): FieldProblem[] {
  if (position.targetKind === 'singlePosition' && !isTaught(position)) return [invalid(name, requiredMessage)];
  const ofList = checkTcp({ ...position, tcpOption: 'auto' }, environment);
  return inField(name, [...checkTarget(position.targetKind, position, environment), ...ofList]);
}

function isTaught({ target }: TargetArgs): boolean {
  return target?.jointAngles !== undefined || target?.pose !== undefined;
}

function inField<Part extends { readonly fieldId?: string | undefined }>(name: string, parts: readonly Part[]): Part[] {
  return parts.map((part) => ({ ...part, fieldId: `${name}.${part.fieldId}` }));
}
