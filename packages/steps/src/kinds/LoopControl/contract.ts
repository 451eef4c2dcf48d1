import { defineMessages } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import * as z from 'zod';
import { defaultTimeLimit, defineContract, field, invalid } from '../../framework/index.ts';

const own = defineMessages('LoopControl', {
  chooseAction: 'Choose break or continue',
});

const argsSchema = z.object({
  action: field(z.enum(['break', 'continue'], own.chooseAction), {
    label: 'Action',
    help: 'Break exits the innermost loop; continue skips the rest of the iteration',
  }),
});
export type LoopControlArgs = z.output<typeof argsSchema>;

export const loopControlContract = defineContract({
  kind: 'LoopControl',
  label: 'Loop control',
  section: 'Control',
  description: 'Exits the innermost loop, or skips the rest of its iteration.',
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
    action === 'break' ? say`Exit the loop` : say`Continue with the next iteration of the loop`,
  examples: [
    { title: 'Exit the loop', args: { action: 'break' } },
    { title: 'Skip the rest of the iteration', args: { action: 'continue' } },
  ],
  messages: [
    { message: own.chooseAction, provokedBy: { args: { action: 'restart' } } },
    { message: messages.loopControlOutsideLoop('break'), provokedBy: { args: { action: 'break' }, inside: ['If'] } },
    {
      message: messages.loopControlOutsideLoop('continue'),
      provokedBy: { args: { action: 'continue' }, inside: ['Loop', 'RunInBackground'] },
    },
  ],
});
