import * as z from 'zod';

/** Message and parameters of a text, for clients that show it in another language. The text itself is English. */
export const messageSourceSchema = z.object({
  /** Catalogue and name, 'spec.jogAtJointLimit'. Absent for a text outside all catalogues. */
  messageId: z.string().optional(),
  /** Parts that vary, in the order of the catalogue. A part that is itself a message is an object with its source. */
  parameters: z.array(z.unknown()).optional(),
});
export type MessageSource = z.output<typeof messageSourceSchema>;
