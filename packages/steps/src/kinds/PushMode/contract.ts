import { defineMessages } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import * as z from 'zod';
import { defineContract, field, noTimeLimit } from '../../framework/index.ts';

/** Force at a fraction of 1, N; the largest force in use stays below the limit for clamping a hand. */
const wholeForceNewtons = 200;
const smallestFraction = 0.1;
const largestFraction = 0.6;

const own = defineMessages('PushMode', {
  forceTooSmall: 'The force must be at least 0 %',
  forceTooLarge: 'The force can be at most 100 %',
  cannotResumeInside:
    'A push cannot be resumed in the middle: the pressed part may have moved. Choose a step outside it',
});

const argsSchema = z.object({
  forcePercent: field(z.number().min(0, own.forceTooSmall).max(100, own.forceTooLarge).default(50), {
    label: 'Force',
    unit: '%',
    help: `10 % is ${wholeForceNewtons * smallestFraction} N, 100 % is ${wholeForceNewtons * largestFraction} N`,
  }),
});
export type PushModeArgs = z.output<typeof argsSchema>;

// A type, not an interface: only types are records of variable values.
export type PushModeVariables = {
  /** True if the tool touched something when the last move inside ended. */
  isInContact: boolean;
  /** Contact force at that time, N. */
  contactForce: number;
};
const initialVariables: PushModeVariables = { isInContact: false, contactForce: 0 };

export const pushModeContract = defineContract({
  kind: 'PushMode',
  label: 'Push mode',
  section: 'Basic',
  description:
    'Lets the moves inside it press on contacts: slowly, and each only until the tool presses with the force. Without contact a move continues to its target. An enabled force sensor measures the force, otherwise the arm estimates it.',
  args: argsSchema,
  children: { policy: 'required' },
  variables: initialVariables,
  answersFromOutside: true,
  hasOutsideEffect: false,
  resume: {
    refusal: own.cannotResumeInside,
  },
  timeLimit: () => noTimeLimit,
  expressions: () => [],
  check: () => [],
  summarize: (args, { say }) => say`Push with ${Number(pushForceOf(args).toFixed(1))} N`,
  examples: [
    { title: 'Half of the force', args: {} },
    { title: 'Gently', args: { forcePercent: 10 } },
  ],
  messages: [
    { message: messages.mustHaveSubsteps('PushMode'), provokedBy: { args: {} } },
    {
      message: 'The force must be at least 0 %',
      provokedBy: { args: { forcePercent: -1 }, childKinds: ['MoveArmTo'] },
    },
    {
      message: 'The force can be at most 100 %',
      provokedBy: { args: { forcePercent: 101 }, childKinds: ['MoveArmTo'] },
    },
  ],
});

/** Returns the contact force at which the moves inside end, N. */
export function pushForceOf({ forcePercent }: PushModeArgs): number {
  const fraction = (forcePercent - 10) / 180 + 0.1;
  return wholeForceNewtons * Math.min(largestFraction, Math.max(smallestFraction, fraction));
}
