import { defineMessages, readValueLike } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import * as z from 'zod';
import {
  defaultTimeLimit,
  defineContract,
  deprecatedSyntaxMessage,
  describeExpression,
  expressionField,
  expressionsIn,
  field,
  invalid,
  requiredID,
  withCalculations,
} from '../../framework/index.ts';

const own = defineMessages('SetEnvironmentVariable', {
  chooseVariable: 'Choose a variable',
  setNewValue: 'Set the new value',
  notGlobal: 'The variable belongs to the routine and is not global. Choose it again',
  cannotTake: (name: string, because: string) => `'${name}' ${because}`,
});

const argsSchema = z.object({
  variableID: field(requiredID(own.chooseVariable), { label: 'Variable', control: 'variable' }),
  newValue: expressionField(own.setNewValue, { label: 'New value' }),
  isGlobal: field(z.boolean().default(false), {
    label: 'Global variable',
    help: 'The variable belongs to the cell and is shared by its routines',
  }),
});
export type SetEnvironmentVariableArgs = z.output<typeof argsSchema>;

const count = { id: 'count', name: 'Count', initialValue: 0, isGlobal: false };
const one = { kind: 'constant', value: 1 };

export const setEnvironmentVariableContract = defineContract({
  kind: 'SetEnvironmentVariable',
  label: 'Set variable',
  section: 'Control',
  description: 'Sets a variable of the routine or the cell.',
  args: argsSchema,
  ...withCalculations,
  children: { policy: 'forbidden' },
  variables: {},
  setsVariables: ({ variableID }) => [variableID],
  hasOutsideEffect: false,
  timeLimit: () => defaultTimeLimit,
  expressions: ({ newValue }) => expressionsIn({ newValue }),
  check({ args: { variableID, newValue, isGlobal } }, { environmentVariables }) {
    const variable = environmentVariables.get(variableID);
    if (variable === undefined) return [invalid('variableID', messages.variableNotValid(variableID))];
    if (isGlobal && !variable.isGlobal) return [invalid('isGlobal', own.notGlobal)];
    // The value of other expressions is only known when they are evaluated.
    if (newValue.kind !== 'constant') return [];
    const typed = readValueLike(variable.initialValue, newValue.value);
    return typed.ok ? [] : [invalid('newValue', own.cannotTake(variable.name, typed.error))];
  },
  summarize({ variableID, newValue }, names) {
    return names.say`Set ${names.variable(variableID)} to ${describeExpression(newValue, names)}`;
  },
  examples: [
    { title: 'Start to count', args: { variableID: 'variable_count', newValue: { kind: 'constant', value: 0 } } },
    {
      title: 'Store the iteration count of a loop for all routines',
      args: {
        variableID: 'variable_total',
        newValue: { kind: 'stateVariable', stepID: 'step_loop', variable: 'completedCount' },
        isGlobal: true,
      },
    },
  ],
  messages: [
    { message: own.chooseVariable, provokedBy: { args: { newValue: one } } },
    { message: own.setNewValue, provokedBy: { args: { variableID: 'count' }, variables: [count] } },
    { message: messages.variableNotValid('count'), provokedBy: { args: { variableID: 'count', newValue: one } } },
    {
      message: own.notGlobal,
      provokedBy: { args: { variableID: 'count', newValue: one, isGlobal: true }, variables: [count] },
    },
    {
      message: own.cannotTake('Count', 'is a number and cannot be set to "blue"'),
      provokedBy: { args: { variableID: 'count', newValue: { kind: 'constant', value: 'blue' } }, variables: [count] },
    },
    {
      message: deprecatedSyntaxMessage,
      provokedBy: {
        args: { variableID: 'count', newValue: { kind: 'JavaScript', source: '1 + 1' } },
        variables: [count],
      },
    },
    {
      message: messages.errorInField('newValue', 'Input 1 cannot be read'),
      provokedBy: {
        args: {
          variableID: 'count',
          newValue: { kind: 'sensor', sensor: { kind: 'controlBoxIO', ioPort: { kind: 'Input', port: 1 } } },
        },
        variables: [count],
        played: { faults: ['inputsVanish'] },
      },
    },
    {
      message: messages.unknownVariableID('count'),
      provokedBy: {
        args: { variableID: 'count', newValue: one },
        variables: [count],
        played: { faults: ['variablesVanish'] },
      },
    },
    {
      message: messages.notAnEnvironmentVariable('count'),
      provokedBy: {
        args: { variableID: 'count', newValue: one },
        variables: [count],
        spaceItems: [{ id: 'count', name: 'Count', kind: 'freeformPositionList', positions: [], global: false }],
        played: { faults: ['variablesVanish'] },
      },
    },
  ],
});
