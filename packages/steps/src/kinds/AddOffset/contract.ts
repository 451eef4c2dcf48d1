import { defineMessages } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import type { StepKind } from '@cellwright/domain/routine';
import { distanceUnits } from '@cellwright/geometry';
import * as z from 'zod';
import {
  type CheckEnvironment,
  type CheckedStep,
  defineContract,
  describeExpression,
  describeFrame,
  expressionsIn,
  field,
  invalid,
  noTimeLimit,
  numberOrExpression,
  planeOf,
  withCalculations,
} from '../../framework/index.ts';

const own = defineMessages('AddOffset', {
  moveArmNeeded: 'An Add Offset step needs a Move Arm step inside. Add one',
});

/** Maximum offset in any unit, beyond any arm: a larger value is a mistake. */
const largestOffset = 1e6;

/** Steps whose targets it shifts. */
const moveKinds: ReadonlySet<string> = new Set<StepKind>(['MoveArmTo', 'MoveArmToV2']);

const translation = (label: string) =>
  field(numberOrExpression(z.number().min(-largestOffset).max(largestOffset)).default(0), {
    label,
    unit: 'distanceUnit',
    control: 'numberOrExpression',
  });

const argsSchema = z.object({
  distanceUnit: field(z.enum(distanceUnits).default('meter'), { label: 'Unit of the offsets' }),
  translationX: translation('Offset x'),
  translationY: translation('Offset y'),
  translationZ: translation('Offset z'),
  frame: field(z.string().min(1).max(128).default('base'), {
    label: 'Frame',
    help: 'Frame of the offsets: the base, the world, or a plane of three positions (by id in files)',
    control: 'frame',
  }),
});
export type AddOffsetArgs = z.output<typeof argsSchema>;

const far = { kind: 'constant', value: 'far' };
const raised = { translationZ: 0.1 };

const initialVariables = {
  /** Offset along the axes of its frame, m; evaluated when the step begins. */
  x: 0,
  y: 0,
  z: 0,
};
export type AddOffsetVariables = typeof initialVariables;

export const addOffsetContract = defineContract({
  kind: 'AddOffset',
  label: 'Add offset',
  section: 'Control',
  description:
    'Shifts every target of the moves inside it. Nested offsets add up. Expressions are evaluated when the step starts.',
  args: argsSchema,
  ...withCalculations,
  children: { policy: 'required' },
  variables: initialVariables,
  hasOutsideEffect: false,
  timeLimit: () => noTimeLimit,
  expressions: ({ translationX, translationY, translationZ }) =>
    expressionsIn({ translationX, translationY, translationZ }),
  check(step, environment) {
    return [
      ...(step.children.length > 0 && !holdsMove(step) ? [invalid('steps', own.moveArmNeeded)] : []),
      ...(isFrame(step.args.frame, environment) ? [] : [invalid('frame', messages.invalidOffsetFrame)]),
    ];
  },
  summarize({ translationX, translationY, translationZ, distanceUnit, frame }, names) {
    const { say } = names;
    const describe = (value: AddOffsetArgs['translationX']) =>
      typeof value === 'number' ? value : describeExpression(value, names);
    const unit = { meter: say`meter`, millimeter: say`millimeter`, inch: say`inch` }[distanceUnit];
    const shift = say`Shift by (${describe(translationX)}, ${describe(translationY)}, ${describe(translationZ)}) ${unit}`;
    return frame === 'base' ? shift : say`${shift} along ${describeFrame(frame, names)}`;
  },
  examples: [
    { title: 'Ten centimetres higher', args: raised },
    {
      title: 'One part further per iteration, along the edge of a tray',
      args: {
        distanceUnit: 'millimeter',
        frame: 'space_table',
        translationX: { kind: 'variable', variableID: 'variable_count' },
      },
    },
  ],
  messages: [
    { message: messages.mustHaveSubsteps('AddOffset'), provokedBy: { args: raised } },
    { message: own.moveArmNeeded, provokedBy: { args: raised, childKinds: ['Wait'] } },
    { message: messages.invalidOffsetFrame, provokedBy: { args: { frame: 'gone' }, childKinds: ['MoveArmTo'] } },
    {
      message: messages.invalidOffsetFrame,
      provokedBy: { args: { frame: 'gone' }, childKinds: ['MoveArmTo'], played: { faults: [] } },
    },
    {
      message: messages.errorInField('translationX', '"far" is not a number'),
      provokedBy: { args: { translationX: far }, childKinds: ['MoveArmTo'], played: { faults: [] } },
    },
  ],
});

/** True if an enabled step that moves the arm is inside, at any depth. */
function holdsMove(step: CheckedStep): boolean {
  const pending = [...step.children];
  for (let inner = pending.pop(); inner !== undefined; inner = pending.pop()) {
    if (inner.isDisabled) continue;
    if (moveKinds.has(inner.stepKind)) return true;
    pending.push(...inner.children);
  }
  return false;
}

function isFrame(frame: string, { spaceItems }: CheckEnvironment): boolean {
  if (frame === 'base' || frame === 'world') return true;
  const item = spaceItems.get(frame);
  return item !== undefined && planeOf(item) !== undefined;
}
