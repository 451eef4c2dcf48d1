import * as z from 'zod';

/** The parts of a JSON Schema that describe fields. */
export const jsonNodeSchema = z.looseObject({
  type: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), jsonNodeSchema).optional();
  },
  get items() {
    return z.union([jsonNodeSchema, z.boolean()]).optional();
  },
  get prefixItems() {
    return z.array(jsonNodeSchema).optional();
  },
  get anyOf() {
    return z.array(jsonNodeSchema).optional();
  },
});
export type JSONNode = z.output<typeof jsonNodeSchema>;
