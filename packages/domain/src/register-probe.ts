import * as z from 'zod';

/** The four tables of a Modbus device: registers of 16 bits and single bits, each to write or only to read. */
export const registerTables = ['holdingRegister', 'inputRegister', 'coil', 'discreteInput'] as const;
export const registerTableSchema = z.enum(registerTables);
export type RegisterTable = z.infer<typeof registerTableSchema>;

/** Most places that one probe reads. */
export const maxProbeCount = 64;
const lastOffset = 65_535;

/** Which places of a device to read: `count` of one table from `offset` on, counted from 0 as on the wire. */
export const probeRequestSchema = z
  .object({
    table: registerTableSchema.default('holdingRegister'),
    offset: z.coerce.number().int().min(0).max(lastOffset).default(0),
    count: z.coerce.number().int().min(1).max(maxProbeCount).default(16),
  })
  .refine(({ offset, count }) => offset + count - 1 <= lastOffset, {
    path: ['count'],
    message: `There is no address above ${lastOffset}; read fewer, or begin earlier`,
  });
export type ProbeRequest = z.infer<typeof probeRequestSchema>;

/** What each place holds, in order: 0..65535, of a bit 0 or 1; null where the device gave nothing. */
export const probedValuesSchema = z.array(z.number().int().min(0).max(65_535).nullable());
export type ProbedValues = z.infer<typeof probedValuesSchema>;

/** What a probe is answered with: `values[0]` is what the place at `offset` holds. */
export const probeAnswerSchema = z.object({
  table: registerTableSchema,
  offset: z.number().int(),
  values: probedValuesSchema,
});
export type ProbeAnswer = z.infer<typeof probeAnswerSchema>;
