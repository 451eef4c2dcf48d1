import { messages } from '@cellwright/domain/messages';
import * as z from 'zod';
import { defaultTimeLimit, defineContract, field, invalid } from '../../framework/index.ts';

const chooseAction = 'Choose break or continue';

const argsSchema = z.object({
  action: field(z.enum(['break', 'continue'], chooseAction), {
    label: 'Action',
    help: 'Break ends the nearest loop around it; continue leaves out the rest of the round',
  }),
});
export type LoopControlArgs = z.output<typeof argsSchema>;

export const loopControlContract = defineContract({
  kind: 'LoopControl',
  label: 'Loop control',
  section: 'Control',
  description: 'Ends the nearest loop around it, or leaves out the rest of its round.',
  args: argsSchema,
  children: { policy: 'forbidden' },
  variables: {},
  hasOutsideEffect: false,
  timeLimit: () => defaultTimeLimit,
  expressions: () => [],
  check(step, { findLoopAround }) {
    if (findLoopAround(step) !== undefined) return [];
    return [invalid('action', messages.loopControlOutsideLoop(step.args.action))];
  },
  summarize: ({ action }, { say }) =>
    action === 'break' ? say`End the loop` : say`Go on with the next round of the loop`,
  examples: [
    { title: 'End the loop', args: { action: 'break' } },
    { title: 'Leave out the rest of the round', args: { action: 'continue' } },
  ],
  messages: [
    { message: chooseAction, provokedBy: { args: { action: 'restart' } } },
    { message: messages.loopControlOutsideLoop('break'), provokedBy: { args: { action: 'break' }, inside: ['If'] } },
    {
      message: messages.loopControlOutsideLoop('continue'),
      provokedBy: { args: { action: 'continue' }, inside: ['Loop', 'RunInBackground'] },
    },
  ],
});
