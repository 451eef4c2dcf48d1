import { messages } from '@cellwright/domain/messages';
import { payloadMassRange } from '@cellwright/domain/robot';
import { expressionSchema } from '@cellwright/domain/routine';
import * as z from 'zod';
import {
  defaultTimeLimit,
  defineContract,
  describeExpression,
  expressionsIn,
  field,
  withCalculations,
} from '../../framework/index.ts';

const { minimum, maximum } = payloadMassRange;
const tooSmall = messages.payloadMassTooSmall(minimum);
const tooLarge = messages.payloadMassTooLarge(maximum);

const argsSchema = z.object({
  mass: field(z.number().min(minimum, tooSmall).max(maximum, tooLarge).default(0), { label: 'Mass', unit: 'kg' }),
  massExpression: field(expressionSchema.optional(), {
    label: 'Mass from an expression',
    unit: 'kg',
    help: 'Used instead of the mass when given',
    control: 'expression',
  }),
});
export type AnticipatePayloadArgs = z.output<typeof argsSchema>;

const fortyKilograms = { kind: 'constant', value: 40 };
const minusTwelveKilograms = { kind: 'constant', value: -12 };

export const anticipatePayloadContract = defineContract({
  kind: 'AnticipatePayload',
  label: 'Anticipate payload',
  section: 'Basic',
  description: 'Sets the mass held by the tool from now on. The mass of the tool itself is already included.',
  args: argsSchema,
  ...withCalculations,
  children: { policy: 'forbidden' },
  variables: {},
  hasOutsideEffect: false,
  timeLimit: () => defaultTimeLimit,
  expressions: ({ massExpression }) => expressionsIn({ massExpression }),
  check: () => [],
  summarize({ mass, massExpression }, names) {
    const amount = massExpression === undefined ? mass : describeExpression(massExpression, names);
    return names.say`Anticipate a payload of ${amount} kg`;
  },
  examples: [
    { title: 'No payload', args: {} },
    { title: 'A part of 2.5 kg', args: { mass: 2.5 } },
    {
      title: 'The mass in a variable',
      args: { massExpression: { kind: 'variable', variableID: 'variable_mass' } },
    },
  ],
  messages: [
    { message: tooSmall, provokedBy: { args: { mass: -10.1 } } },
    { message: tooLarge, provokedBy: { args: { mass: 30.1 } } },
    { message: tooSmall, provokedBy: { args: { massExpression: minusTwelveKilograms }, played: { faults: [] } } },
    { message: tooLarge, provokedBy: { args: { massExpression: fortyKilograms }, played: { faults: [] } } },
    {
      message: messages.errorInField('massExpression', '"heavy" is not a number'),
      provokedBy: { args: { massExpression: { kind: 'constant', value: 'heavy' } }, played: { faults: [] } },
    },
  ],
});
