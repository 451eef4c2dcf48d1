import * as z from 'zod';

/** The part of JSON Schema that API descriptions use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly items?: boolean | JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

const self = z.lazy((): z.ZodType<JsonSchema> => jsonSchema);
const list = z.array(self).optional();
const number = z.number().optional();

/** Schema of a schema in a document; ignores keywords that do not constrain values. */
export const jsonSchema: z.ZodType<JsonSchema> = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: list,
  oneOf: list,
  allOf: list,
  properties: z.record(z.string(), self).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.union([z.boolean(), self]).optional(),
  propertyNames: self.optional(),
  items: z.union([z.boolean(), self]).optional(),
  prefixItems: list,
  minItems: number,
  maxItems: number,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  minLength: number,
  maxLength: number,
  pattern: z.string().optional(),
  format: z.string().optional(),
});

/** The named schemas of a document, by their reference: `#/components/schemas/Step`. */
export type Components = ReadonlyMap<string, JsonSchema>;

/** Resolves a schema's reference. @throws Error for a dangling reference. */
export function resolve(schema: JsonSchema, components: Components): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const target = components.get(schema.$ref);
  if (!target) throw new Error(`nothing is at ${schema.$ref}`);
  return resolve(target, components);
}
