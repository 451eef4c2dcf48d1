import { textSchema } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import * as z from 'zod';
import { defaultTimeLimit, defineContract, field } from '../../framework/index.ts';

const { messageNotConfigured } = messages;

const argsSchema = z.object({
  message: field(
    z.string(messageNotConfigured).pipe(textSchema(1000).refine((text) => text.trim() !== '', messageNotConfigured)),
    { label: 'Message', help: 'Text for the operator: what is wrong and what to do' },
  ),
  isRecoverable: field(z.boolean().default(false), {
    label: 'The routine can continue',
    help: 'It pauses until a user recovers and resumes; otherwise it ends here',
  }),
});
export type TriggerFaultArgs = z.output<typeof argsSchema>;

export const triggerFaultContract = defineContract({
  kind: 'TriggerFault',
  label: 'Trigger fault',
  section: 'Control',
  description: 'Puts the robot into Failure with a message: ends the routine, or pauses it until a user recovers.',
  args: argsSchema,
  children: { policy: 'forbidden' },
  variables: {},
  hasOutsideEffect: false,
  timeLimit: () => defaultTimeLimit,
  expressions: () => [],
  check: () => [],
  summarize: ({ message, isRecoverable }, { say }) =>
    isRecoverable ? say`Pause with '${message}'` : say`Fail with '${message}'`,
  examples: [
    { title: 'End the routine', args: { message: 'The magazine is jammed. Clear it, then start again' } },
    {
      title: 'Pause the routine until a user has fixed the problem',
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
