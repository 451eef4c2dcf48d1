import * as z from 'zod';
import { storedValueSchema } from './expression.ts';
import { idSchema } from './ids.ts';
import { ioPortName, type OutputAction, outputActionSchema } from './io.ts';
import { loopRoundSchema, runSchema } from './run.ts';

/** A step that a run was in, and the rounds, from 1, in which the loops around it were, outermost first. */
const resumedStepSchema = z.object({
  stepID: z.string(),
  stepPath: z.string(),
  stepKind: z.string(),
  rounds: z.array(loopRoundSchema),
});

/** What a run was about to do outside when it was interrupted: nobody but a person who looks knows whether it happened. */
export const unknownEffectSchema = resumedStepSchema.extend({
  effectID: z.string(),
  /** 'main', or the id of the RunInBackground step. */
  thread: z.string(),
  kind: z.string().describe("'setOutputs', 'actuateDevice', 'sendHttpRequest' or 'press'"),
  details: z.unknown().describe('What it was to do, as in the journal'),
  question: z.string().describe('What a person is asked about it'),
});
export type UnknownEffect = z.infer<typeof unknownEffectSchema>;

/** How a run that was interrupted, failed or was stopped can be gone on with. */
export const resumptionSchema = z.object({
  run: runSchema.pick({
    id: true,
    robotKind: true,
    routineID: true,
    routineName: true,
    routineVersion: true,
    status: true,
    startedAt: true,
    endedAt: true,
    cycleCount: true,
  }),
  /** The step that the routine goes on with: it is played from its beginning, or, where `isDone`, what follows it. */
  at: resumedStepSchema.extend({ isDone: z.boolean() }).nullable(),
  /** What goes on beside it. */
  beside: z.array(resumedStepSchema),
  /** The routine's own variables, as they will be. Those of the cell keep what they hold. */
  variables: z.array(z.object({ id: z.string(), name: z.string(), value: storedValueSchema })),
  effects: z.array(unknownEffectSchema),
  /** Why it cannot go on where it was, and what to do; a step may be chosen instead. */
  obstacle: z.string().nullable(),
  /** What has to be put right at the robot first, and whether a return move helps. */
  guard: z.object({ message: z.string(), offersReturn: z.boolean() }).nullable(),
});
export type Resumption = z.infer<typeof resumptionSchema>;

/** done: it happened, and the step is passed over. again: it did not, or not whole, and the step is played. */
export const effectAnswerSchema = z.object({ effectID: idSchema, answer: z.enum(['done', 'again']) });
export type EffectAnswer = z.infer<typeof effectAnswerSchema>;

const outputsSchema = z.array(outputActionSchema);
const deviceSchema = z.object({ capability: z.string() });
const requestSchema = z.object({ method: z.string(), url: z.string() });

/** What an effect was to do, for people: 'Output 3 high', 'gripper', 'POST http://…'; empty where that says nothing. */
export function describeEffect({ kind, details }: Pick<UnknownEffect, 'kind' | 'details'>): string {
  if (kind === 'setOutputs') {
    const outputs = outputsSchema.safeParse(details);
    return outputs.success ? outputs.data.map(describeOutput).join(', ') : '';
  }
  if (kind === 'actuateDevice') return deviceSchema.safeParse(details).data?.capability ?? '';
  const request = kind === 'sendHttpRequest' ? requestSchema.safeParse(details).data : undefined;
  return request ? `${request.method} ${request.url}` : '';
}

function describeOutput({ level, pulseSeconds, ...port }: OutputAction): string {
  return `${ioPortName(port)} ${level}${pulseSeconds === undefined ? '' : ` for ${pulseSeconds} s`}`;
}

/** The question about an effect of which nobody knows whether it happened. */
export function questionAbout(effect: Pick<UnknownEffect, 'kind' | 'details'>): string {
  const what = describeEffect(effect);
  switch (effect.kind) {
    case 'setOutputs':
      return `${what} was to be set. Did it happen?`;
    case 'actuateDevice':
      return `A command was to be given to a device (${what}). Was it carried out?`;
    case 'sendHttpRequest':
      return `${what} was to be sent. Did it arrive?`;
    case 'press':
      return 'The arm was to press something. Did it?';
    default:
      return 'The step was to do something outside. Did it?';
  }
}
