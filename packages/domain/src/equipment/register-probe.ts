import * as z from 'zod';
import { wholeNumberText } from '../basics/number-text.ts';

/** The four tables of a Modbus device: 16-bit registers and single bits, each writable or read-only. */
export const registerTables = ['holdingRegister', 'inputRegister', 'coil', 'discreteInput'] as const;
export const registerTableSchema = z.enum(registerTables);
export type RegisterTable = z.infer<typeof registerTableSchema>;

/** Maximum number of addresses in one probe. */
export const maxProbeCount = 64;
const lastOffset = 65_535;

/** Addresses to read: `count` of one table from `offset` on, counted from 0 as in the protocol. */
export const probeRequestSchema = z
  .object({
    table: registerTableSchema.default('holdingRegister'),
    offset: wholeNumberText({ min: 0, max: lastOffset }).default(0),
    count: wholeNumberText({ min: 1, max: maxProbeCount }).default(16),
  })
  .refine(({ offset, count }) => offset + count - 1 <= lastOffset, {
    path: ['count'],
    message: `There is no address above ${lastOffset}. Reduce the count or start at a lower address`,
  });
export type ProbeRequest = z.infer<typeof probeRequestSchema>;

/** Value at each address, in order: 0..65535, for a bit 0 or 1; null if the device gave none. */
export const probedValuesSchema = z.array(z.number().int().min(0).max(65_535).nullable());
export type ProbedValues = z.infer<typeof probedValuesSchema>;

/** Response to a probe: `values[0]` is the value at `offset`. */
export const probeAnswerSchema = z.object({
  table: registerTableSchema,
  offset: z.number().int(),
  values: probedValuesSchema,
});
export type ProbeAnswer = z.infer<typeof probeAnswerSchema>;
