import { defineMessages } from '@cellwright/domain/basics';
import * as z from 'zod';
import {
  conditionField,
  defineContract,
  describeExpression,
  expressionsIn,
  field,
  invalid,
  noTimeLimit,
  withCalculations,
} from '../../framework/index.ts';

const own = defineMessages('If', {
  chooseBranch: 'Choose if, elseIf or else',
  setCondition: 'Set a condition',
  startInside: 'This step is inside a branch. Start here regardless of the condition of the branch?',
  elseTakesNone: 'An else branch has no condition. Choose elseIf to set one',
  mustFollow: 'An elseIf or else must come directly after an If step that is an if or elseIf',
});

const argsSchema = z.object({
  condition: conditionField({ label: 'Condition', help: 'The steps inside are played if it is true' }),
  branch: field(z.enum(['if', 'elseIf', 'else'], own.chooseBranch).default('if'), {
    label: 'Branch',
    help: 'elseIf and else come directly after an if, and are left out when a branch before them was taken',
  }),
});
export type IfArgs = z.output<typeof argsSchema>;

const initialVariables = {
  /** True if the steps inside were played the last time. */
  isTaken: false,
  /** True if this branch or one before it was taken. */
  isDecided: false,
};
export type IfVariables = typeof initialVariables;

export const ifContract = defineContract({
  kind: 'If',
  label: 'If',
  section: 'Control',
  description:
    'Plays the steps inside if a condition is true. Otherwise plays the elseIf or else branch in the If steps directly after it.',
  args: argsSchema,
  ...withCalculations,
  children: { policy: 'required' },
  variables: initialVariables,
  newStep: { args: { condition: inputIs('high') } },
  branches: { continuesPrevious: ({ branch }) => branch !== 'if' },
  hasOutsideEffect: false,
  questionBeforeStartingInside: own.startInside,
  timeLimit: () => noTimeLimit,
  expressions: ({ condition }) => expressionsIn({ condition }),
  check({ args: { branch, condition }, previous }) {
    const problems = [];
    if (branch !== 'else' && condition === undefined) problems.push(invalid('condition', own.setCondition));
    if (branch === 'else' && condition !== undefined) problems.push(invalid('condition', own.elseTakesNone));
    if (branch !== 'if' && !leadsToElse(previous)) problems.push(invalid('branch', own.mustFollow));
    return problems;
  },
  summarize({ branch, condition }, names) {
    const { say } = names;
    if (branch === 'else') return say`Else`;
    const when = condition === undefined ? '…' : describeExpression(condition, names);
    return branch === 'if' ? say`If ${when}` : say`Else if ${when}`;
  },
  examples: [
    { title: 'If a part is there', args: { condition: inputIs('high', 'Part present') } },
    { title: 'Else if another sensor sees it', args: { branch: 'elseIf', condition: inputIs('low', 'Part present') } },
    { title: 'Else', args: { branch: 'else' } },
  ],
  messages: [
    { message: own.chooseBranch, provokedBy: { args: { branch: 'unless' }, childKinds: ['Wait'] } },
    { message: own.setCondition, provokedBy: { args: {}, childKinds: ['Wait'] } },
    {
      message: own.elseTakesNone,
      provokedBy: {
        args: { branch: 'else', condition: { kind: 'constant', value: true } },
        childKinds: ['Wait'],
        after: ['If'],
      },
    },
    { message: own.mustFollow, provokedBy: { args: { branch: 'else' }, childKinds: ['Wait'], after: ['If', 'Wait'] } },
  ],
});

function leadsToElse(step: { readonly stepKind: string; readonly args: unknown } | undefined): boolean {
  if (step?.stepKind !== 'If') return false;
  const args = argsSchema.safeParse(step.args);
  // Problems of the step before are reported there.
  return !args.success || args.data.branch !== 'else';
}

function inputIs(level: 'high' | 'low', name?: string) {
  return {
    kind: 'conditional' as const,
    operator: '==' as const,
    left: {
      kind: 'sensor' as const,
      sensor: {
        kind: 'controlBoxIO' as const,
        ...(name !== undefined && { name }),
        ioPort: { kind: 'Input' as const, port: 1 },
      },
    },
    right: { kind: 'constant' as const, value: level },
  };
}
