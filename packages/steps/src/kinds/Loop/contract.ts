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
  type Say,
  withCalculations,
} from '../../framework/index.ts';

const own = defineMessages('Loop', {
  timesPositive: 'The number of times must be a positive whole number',
  startInside: 'This step is inside a loop. Start here, in the first iteration of the loop?',
  eitherTimesOrCondition: 'Set either a number of times or a condition, not both',
});

const argsSchema = z.object({
  times: field(z.number(own.timesPositive).int(own.timesPositive).min(1, own.timesPositive).optional(), {
    label: 'Times',
    help: 'Without a number of times and a condition, it repeats forever',
    suggested: 2,
  }),
  condition: conditionField({ label: 'While', help: 'Evaluated before each iteration' }),
});
export type LoopArgs = z.output<typeof argsSchema>;

const initialVariables = {
  /** Number of times that the steps inside were played since the loop began. */
  completedCount: 0,
  /** Current round, from 1; 0 before the first. */
  round: 0,
  /** Number of rounds left including the current one: counts down to 1. 0 for a loop without a number of times. */
  roundsLeft: 0,
};
export type LoopVariables = typeof initialVariables;

/** Describes a number of times: up to nine in words, above in digits. */
export function describeTimes(times: number, say: Say): string {
  const inWords = [
    say`Repeat once`,
    say`Repeat twice`,
    say`Repeat three times`,
    say`Repeat four times`,
    say`Repeat five times`,
    say`Repeat six times`,
    say`Repeat seven times`,
    say`Repeat eight times`,
    say`Repeat nine times`,
  ];
  return inWords[times - 1] ?? say`Repeat ${times} times`;
}

export const loopContract = defineContract({
  kind: 'Loop',
  label: 'Loop',
  section: 'Control',
  description: 'Repeats the steps inside: a number of times, while a condition is true, or forever.',
  args: argsSchema,
  ...withCalculations,
  children: { policy: 'required', played: 'inRounds' },
  variables: initialVariables,
  isEndless: ({ times, condition }) => times === undefined && condition === undefined,
  hasOutsideEffect: false,
  questionBeforeStartingInside: own.startInside,
  timeLimit: () => noTimeLimit,
  expressions: ({ condition }) => expressionsIn({ condition }),
  check({ args: { times, condition } }) {
    if (times !== undefined && condition !== undefined) return [invalid('condition', own.eitherTimesOrCondition)];
    return [];
  },
  summarize({ times, condition }, names) {
    const { say } = names;
    if (times !== undefined) return describeTimes(times, say);
    if (condition !== undefined) return say`Repeat while ${describeExpression(condition, names)}`;
    return say`Repeat forever`;
  },
  examples: [
    { title: 'Forever', args: {} },
    { title: 'Three times', args: { times: 3 } },
    {
      title: 'While parts are left',
      args: {
        condition: {
          kind: 'conditional',
          operator: '>',
          left: { kind: 'variable', variableID: 'variable_parts' },
          right: { kind: 'constant', value: 0 },
        },
      },
    },
  ],
  messages: [
    { message: own.timesPositive, provokedBy: { args: { times: 0 }, childKinds: ['Wait'] } },
    {
      message: own.eitherTimesOrCondition,
      provokedBy: { args: { times: 1, condition: { kind: 'constant', value: true } }, childKinds: ['Wait'] },
    },
  ],
});
