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

const own = defineMessages('Wait', {
  chooseTimeOrCondition: 'Set how long to wait, or a condition to wait for',
  eitherTimeOrCondition: 'Set either how long to wait or a condition, not both',
  notNegative: 'The time to wait must not be negative',
  wholeMilliseconds: 'The time to wait must be a whole number of milliseconds',
});

/** A wait may take 5 % longer than configured; it warns from half of that on. */
const limitFactor = 1.05;
const warningFactor = 1.025;

const argsSchema = z.object({
  milliseconds: field(z.number().int(own.wholeMilliseconds).min(0, own.notNegative).optional(), {
    label: 'Time',
    unit: 'ms',
    suggested: 1000,
  }),
  condition: conditionField({ label: 'Until', help: 'Evaluated every 100 ms; the step ends when it is true' }),
});
export type WaitArgs = z.output<typeof argsSchema>;

export const waitContract = defineContract({
  kind: 'Wait',
  label: 'Wait',
  section: 'Basic',
  description: 'Waits for a time, or until a condition is true. A pause keeps the remaining time.',
  args: argsSchema,
  ...withCalculations,
  children: { policy: 'forbidden' },
  newStep: { args: { milliseconds: 1000 } },
  variables: {},
  hasOutsideEffect: false,
  timeLimit({ milliseconds }) {
    if (milliseconds === undefined) return noTimeLimit;
    return {
      limitMS: milliseconds * limitFactor,
      warningMS: milliseconds * warningFactor,
      nominalMS: milliseconds,
    };
  },
  expressions: ({ condition }) => expressionsIn({ condition }),
  check({ args: { milliseconds, condition } }) {
    if (milliseconds === undefined && condition === undefined)
      return [invalid('milliseconds', own.chooseTimeOrCondition)];
    if (milliseconds !== undefined && condition !== undefined) return [invalid('condition', own.eitherTimeOrCondition)];
    return [];
  },
  summarize({ milliseconds, condition }, names) {
    const { say } = names;
    if (condition !== undefined) return say`Wait until ${describeExpression(condition, names)}`;
    return say`Wait ${(milliseconds ?? 0) / 1000} s`;
  },
  examples: [
    { title: 'Wait 1.5 s', args: { milliseconds: 1500 } },
    {
      title: 'Wait until a part is there',
      args: {
        condition: {
          kind: 'conditional',
          operator: '==',
          left: {
            kind: 'sensor',
            sensor: { kind: 'controlBoxIO', name: 'Part present', ioPort: { kind: 'Input', port: 1 } },
          },
          right: { kind: 'constant', value: 'high' },
        },
      },
    },
  ],
  messages: [
    { message: own.chooseTimeOrCondition, provokedBy: { args: {} } },
    {
      message: own.eitherTimeOrCondition,
      provokedBy: { args: { milliseconds: 1, condition: { kind: 'constant', value: true } } },
    },
    { message: own.notNegative, provokedBy: { args: { milliseconds: -1 } } },
    { message: own.wholeMilliseconds, provokedBy: { args: { milliseconds: 0.5 } } },
  ],
});
