import { defineMessages, textSchema, type VariableValue } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { longestPromptInput, promptAnsweredBySchema, promptModeSchema } from '@cellwright/domain/routine';
import * as z from 'zod';
import {
  type CheckedStep,
  defineContract,
  type FieldProblem,
  field,
  invalid,
  noTimeLimit,
} from '../../framework/index.ts';

const own = defineMessages('WaitForConfirmation', {
  notNegative: 'The delay must not be negative',
  wholeMilliseconds: 'The delay must be a whole number of milliseconds',
  chooseMode: 'Choose confirm, choice or freeform',
  chooseAnsweredBy: 'Choose holder or anyone',
  tooLong: 'The delay must not be longer than a day',
});

const { messageNotConfigured, twoChoicesNeeded, choicesMustNotBeEmpty, choicesMustBeUnique } = messages;

/** One day: a longer delay is a mistake. */
const longestDelayMS = 86_400_000;

const argsSchema = z.object({
  message: field(
    z.string(messageNotConfigured).pipe(textSchema(1000).refine((text) => text.trim() !== '', messageNotConfigured)),
    { label: 'Message', help: 'Question for the operator' },
  ),
  mode: field(z.enum(promptModeSchema.options, own.chooseMode).default('confirm'), {
    label: 'Answer',
    help: 'confirm: by a button; choice: one of several; freeform: in words',
  }),
  choices: field(z.array(textSchema(200)).max(50, 'At most 50 choices').default([]), {
    label: 'Choices',
    help: 'For a choice: one option per line',
  }),
  required: field(z.boolean().default(true), {
    label: 'Needs words',
    help: 'For text: the answer must not be empty',
  }),
  answeredBy: field(z.enum(promptAnsweredBySchema.options, own.chooseAnsweredBy).default('holder'), {
    label: 'Answered by',
    help: 'holder: who controls the robot; anyone: every signed-in operator, also on another device',
  }),
  delayMS: field(
    z.number().int(own.wholeMilliseconds).min(0, own.notNegative).max(longestDelayMS, own.tooLong).default(5000),
    {
      label: 'Delay',
      unit: 'ms',
      help: 'Wait time after the answer, so that people can step back',
    },
  ),
});
export type WaitForConfirmationArgs = z.output<typeof argsSchema>;

const initialVariables = {
  /** True if it was answered the last time. */
  confirmed: false,
  /** Choice of the operator, in mode choice. */
  choice: '',
  /** Answer of the operator, in mode freeform. */
  freeformInput: '',
};
export type WaitForConfirmationVariables = typeof initialVariables;

export const waitForConfirmationContract = defineContract({
  kind: 'WaitForConfirmation',
  label: 'Wait for confirmation',
  section: 'Interface with operators',
  description: 'Pauses the routine and asks the operator. After the answer it waits for the delay and continues.',
  args: argsSchema,
  version: 2,
  // Earlier prompts could only be answered by the client that controls the robot.
  migrations: [{ to: 2, describe: 'answeredBy names who may answer', migrate: (args) => args }],
  children: { policy: 'forbidden' },
  variables: initialVariables,
  answersFromOutside: true,
  asksOperator: true,
  hasOutsideEffect: false,
  timeLimit: () => noTimeLimit,
  expressions: () => [],
  check: checkChoices,
  refuseComparison,
  summarize({ message, mode }, { say }) {
    switch (mode) {
      case 'confirm':
        return say`Ask to confirm '${message}'`;
      case 'choice':
        return say`Ask to choose: '${message}'`;
      case 'freeform':
        return say`Ask for text: '${message}'`;
    }
  },
  examples: [
    { title: 'Confirm', args: { message: 'Close the door of the machine' } },
    {
      title: 'Choose one',
      args: { message: 'Which part is loaded?', mode: 'choice', choices: ['Flange', 'Shaft'], delayMS: 2000 },
    },
    { title: 'Any operator confirms', args: { message: 'Pallet taken away?', answeredBy: 'anyone' } },
    { title: 'Text answer', args: { message: 'Batch number', mode: 'freeform', delayMS: 0 } },
  ],
  messages: [
    { message: messageNotConfigured, provokedBy: { args: {} } },
    { message: own.chooseMode, provokedBy: { args: { message: 'Go?', mode: 'shout' } } },
    { message: own.chooseAnsweredBy, provokedBy: { args: { message: 'Go?', answeredBy: 'nobody' } } },
    { message: own.notNegative, provokedBy: { args: { message: 'Go?', delayMS: -1 } } },
    { message: own.wholeMilliseconds, provokedBy: { args: { message: 'Go?', delayMS: 0.5 } } },
    { message: own.tooLong, provokedBy: { args: { message: 'Go?', delayMS: longestDelayMS + 1 } } },
    { message: twoChoicesNeeded, provokedBy: { args: { message: 'Which?', mode: 'choice', choices: ['A'] } } },
    {
      message: choicesMustNotBeEmpty,
      provokedBy: { args: { message: 'Which?', mode: 'choice', choices: ['A', ' '] } },
    },
    {
      message: choicesMustBeUnique,
      provokedBy: { args: { message: 'Which?', mode: 'choice', choices: ['A', 'A'] } },
    },
  ],
});

function checkChoices({ args }: CheckedStep & { readonly args: WaitForConfirmationArgs }): FieldProblem[] {
  if (args.mode !== 'choice') return [];
  // Different Unicode compositions of a letter look alike.
  const choices = args.choices.map((choice) => choice.trim().normalize());
  const problems: string[] = [];
  if (choices.length < 2) problems.push(twoChoicesNeeded);
  if (choices.includes('')) problems.push(choicesMustNotBeEmpty);
  if (new Set(choices).size < choices.length) problems.push(choicesMustBeUnique);
  return problems.map((message) => invalid('choices', message));
}

const modeOfVariable: ReadonlyMap<string, WaitForConfirmationArgs['mode']> = new Map([
  ['choice', 'choice'],
  ['freeformInput', 'freeform'],
]);

/** Rejects a condition that no answer can make true. */
function refuseComparison(args: WaitForConfirmationArgs, variable: string, value: VariableValue): string | undefined {
  const { mode, choices } = args;
  const needed = modeOfVariable.get(variable);
  if (needed !== undefined && needed !== mode) {
    return `The prompt uses mode ${mode}, so its ${variable} stays empty. Compare the value of that mode, or change the mode`;
  }
  if (variable === 'confirmed' && typeof value !== 'boolean')
    return 'confirmed is true or false; compare it with one of them';
  if (variable === 'choice' && !choices.some((choice) => choice === value)) {
    return `'${value}' is not one of the choices of the prompt. Choose one of: ${choices.join(', ')}`;
  }
  if (variable === 'freeformInput' && String(value).length > longestPromptInput) {
    return `An answer can have at most ${longestPromptInput} characters`;
  }
  return undefined;
}
