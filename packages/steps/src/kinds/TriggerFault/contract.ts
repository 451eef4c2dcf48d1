import { textSchema } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import * as z from 'zod';
import { defaultTimeLimit, defineContract, field } from '../../framework/index.ts';

const { messageNotConfigured } = messages;

const argsSchema = z.object({
  message: field(
    z.string(messageNotConfigured).pipe(textSchema(1000).refine((text) => text.trim() !== '', messageNotConfigured)),
    { label: 'Message', help: 'What the operator reads: what is wrong and what to do' },
  ),
  isRecoverable: field(z.boolean().default(false), {
    label: 'The routine can go on',
    help: 'It is held until somebody recovers and resumes; otherwise it ends here',
  }),
});
export type TriggerFaultArgs = z.output<typeof argsSchema>;

export const triggerFaultContract = defineContract({
  kind: 'TriggerFault',
  label: 'Trigger fault',
  section: 'Control',
  description:
    'Puts the robot into failure with a message: ends the routine, or holds it until somebody has recovered.',
  args: argsSchema,
  children: { policy: 'forbidden' },
  variables: {},
  hasOutsideEffect: false,
  timeLimit: () => defaultTimeLimit,
  expressions: () => [],
  check: () => [],
  summarize: ({ message, isRecoverable }, { say }) =>
    isRecoverable ? say`Hold with '${message}'` : say`Fail with '${message}'`,
  examples: [
    { title: 'End the routine', args: { message: 'The magazine is jammed. Clear it, then start again' } },
    {
      title: 'Hold the routine until somebody has seen to it',
      args: { message: 'The feeder is empty. Fill it, recover, then resume', isRecoverable: true },
    },
  ],
  messages: [
    { message: messageNotConfigured, provokedBy: { args: { message: ' ' } } },
    {
      message: 'The feeder is empty',
      provokedBy: { args: { message: 'The feeder is empty' }, played: { faults: [] } },
    },
  ],
});
