import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { schemaMessages as messages } from '../messages/schema-messages.ts';

/** Type of the answer to a prompt: a confirmation, one of its choices, or text. */
export const promptModeSchema = z.enum(['confirm', 'choice', 'freeform']);

/** Clients that can answer a prompt: the client that controls the robot, or every client. */
export const promptAnsweredBySchema = z.enum(['holder', 'anyone']);

/** Maximum length of a text answer. */
export const longestPromptInput = 1000;

/** A prompt of a routine that waits for an operator. */
export const operatorPromptSchema = z.object({
  stepID: idSchema,
  message: z.string(),
  mode: promptModeSchema,
  /** Choices, in mode choice. */
  choices: z.array(z.string()),
  /** In mode freeform: true if the answer must not be empty. */
  required: z.boolean(),
  /** Default: the client that controls the robot. */
  answeredBy: promptAnsweredBySchema.optional(),
});
export type OperatorPrompt = z.infer<typeof operatorPromptSchema>;

/** The delay after the answer to a prompt, during which the answer can be cancelled. */
export const promptCountdownSchema = z.object({
  stepID: idSchema,
  /** Message of the prompt that was answered. */
  message: z.string(),
  /** Whole seconds until the run continues. The countdown stops while it is paused. */
  secondsLeft: z.number().int(),
});
export type PromptCountdown = z.infer<typeof promptCountdownSchema>;

/** Returns the reason why an input is not a valid answer to a prompt; undefined if it is. */
export function refusePromptInput(prompt: OperatorPrompt, input: string | undefined): string | undefined {
  const { mode, choices, required } = prompt;
  if (mode === 'confirm') return undefined;
  if (input === undefined) return messages.inputRequired(mode);
  if (mode === 'freeform') return required && input.trim() === '' ? messages.inputRequired(mode) : undefined;
  if (choices.includes(input)) return undefined;
  return input === ''
    ? messages.inputRequired(mode)
    : `'${input}' is not one of the choices. Choose one of: ${choices.join(', ')}`;
}
