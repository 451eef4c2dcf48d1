import * as z from 'zod';
import { defaultTimeLimit, defineContract } from '../../framework/index.ts';

const argsSchema = z.object({});
export type RunInBackgroundArgs = z.output<typeof argsSchema>;

const initialVariables = {
  /** True while the steps inside are playing. */
  isRunning: false,
};
export type RunInBackgroundVariables = typeof initialVariables;

export const runInBackgroundContract = defineContract({
  kind: 'RunInBackground',
  label: 'Run in background',
  section: 'Control',
  description:
    'Plays the steps inside in parallel to the steps that follow, until they or the routine end. If the step is reached again meanwhile, they continue.',
  args: argsSchema,
  children: {
    policy: 'required',
    played: 'beside',
    // Two threads cannot share the arm, and an operator cannot answer two prompts at once.
    neverInside: ['AddOffset', 'MoveArmTo', 'MoveArmToV2', 'PressButton', 'WaitForConfirmation', 'Weld'],
  },
  variables: initialVariables,
  hasOutsideEffect: false,
  timeLimit: () => defaultTimeLimit,
  expressions: () => [],
  check: () => [],
  summarize: (_args, { say }) => say`In the background`,
  examples: [{ title: 'In parallel to the steps that follow', args: {} }],
  messages: [],
});
