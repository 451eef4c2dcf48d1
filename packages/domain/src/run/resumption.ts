import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { ioPortName, type OutputAction, outputActionSchema } from '../robot/io.ts';
import { storedValueSchema } from '../routine/expression.ts';
import { loopRoundSchema, runSchema } from './run.ts';

/** A step that a run was in, and the rounds of the loops around it, from 1, outermost first. */
const resumedStepSchema = z.object({
  stepID: z.string(),
  stepPath: z.string(),
  stepKind: z.string(),
  rounds: z.array(loopRoundSchema),
});

/** An outside effect of the interrupted run that may or may not have happened; only a user on site can tell. */
export const unknownEffectSchema = resumedStepSchema.extend({
  effectID: z.string(),
  /** 'main', or the id of the RunInBackground step. */
  thread: z.string(),
  kind: z.string().describe("'setOutputs', 'actuateDevice', 'sendHttpRequest' or 'press'"),
  details: z.unknown().describe('Intended effect, as in the journal'),
  question: z.string().describe('Question for the operator'),
});
export type UnknownEffect = z.infer<typeof unknownEffectSchema>;

/** The ways to continue a run that was interrupted, failed or stopped. */
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
  /** Step at which the routine continues: played from its beginning, or skipped if `isDone`. */
  at: resumedStepSchema.extend({ isDone: z.boolean() }).nullable(),
  /** Steps that continue in parallel. */
  beside: z.array(resumedStepSchema),
  /** The routine's own variables when it continues. Variables of the cell keep their values. */
  variables: z.array(z.object({ id: z.string(), name: z.string(), value: storedValueSchema })),
  effects: z.array(unknownEffectSchema),
  /** Reason why it cannot continue at its place, and what to do; the user may choose another step. */
  obstacle: z.string().nullable(),
  /** Condition of the robot that must be fixed first, and whether a return move helps. */
  guard: z.object({ message: z.string(), offersReturn: z.boolean() }).nullable(),
});
export type Resumption = z.infer<typeof resumptionSchema>;

/** done: it happened, and the step is skipped. again: it did not happen, or not completely, and the step is played. */
export const effectAnswerSchema = z.object({ effectID: idSchema, answer: z.enum(['done', 'again']) });
export type EffectAnswer = z.infer<typeof effectAnswerSchema>;

const outputsSchema = z.array(outputActionSchema);
const deviceSchema = z.object({ capability: z.string(), equipmentID: z.string().optional() });
const requestSchema = z.object({ method: z.string(), url: z.string() });

/** An effect with its details; undefined details are unknown. */
export type KnownEffect =
  | { readonly kind: 'setOutputs'; readonly outputs: readonly OutputAction[] | undefined }
  | { readonly kind: 'actuateDevice'; readonly device: z.infer<typeof deviceSchema> | undefined }
  | { readonly kind: 'sendHttpRequest'; readonly request: z.infer<typeof requestSchema> | undefined }
  | { readonly kind: 'press' | 'other' };

/** Parses an effect as the journal stores it. */
export function readEffect({ kind, details }: Pick<UnknownEffect, 'kind' | 'details'>): KnownEffect {
  switch (kind) {
    case 'setOutputs':
      return { kind, outputs: outputsSchema.safeParse(details).data };
    case 'actuateDevice':
      return { kind, device: deviceSchema.safeParse(details).data };
    case 'sendHttpRequest':
      return { kind, request: requestSchema.safeParse(details).data };
    default:
      return { kind: kind === 'press' ? kind : 'other' };
  }
}

/** Describes an effect in English: 'Output 3 high', 'gripper', 'POST http://…'; empty without details. */
function describeEffect(effect: KnownEffect): string {
  switch (effect.kind) {
    case 'setOutputs':
      return effect.outputs?.map(describeOutput).join(', ') ?? '';
    case 'actuateDevice':
      return effect.device?.capability ?? '';
    case 'sendHttpRequest':
      return effect.request ? `${effect.request.method} ${effect.request.url}` : '';
    default:
      return '';
  }
}

function describeOutput({ level, pulseSeconds, ...port }: OutputAction): string {
  return `${ioPortName(port)} ${level}${pulseSeconds === undefined ? '' : ` for ${pulseSeconds} s`}`;
}

/** Returns the question about an effect that may or may not have happened. */
export function questionAbout(effect: Pick<UnknownEffect, 'kind' | 'details'>): string {
  const known = readEffect(effect);
  const what = describeEffect(known);
  switch (known.kind) {
    case 'setOutputs':
      return `${what} was to be set. Did this happen?`;
    case 'actuateDevice':
      return `A command was to be given to a device (${what}). Was it carried out?`;
    case 'sendHttpRequest':
      return `${what} was to be sent. Did it arrive?`;
    case 'press':
      return 'The arm was to press something. Did it?';
    default:
      return 'The step was to act on something outside the cell software. Did it?';
  }
}
