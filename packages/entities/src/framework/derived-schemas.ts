import * as z from 'zod';

/** Returns the schema of a create request: the document with an optional key. */
export function createSchemaOf(schema: z.ZodType, key: string): z.ZodType {
  return mapObjects(schema, (object) =>
    key in object.shape ? object.partial({ [key]: true } as Record<string, true>) : object,
  );
}

/** Returns the schema of a merge patch: any of the document's fields; null removes one. */
export function patchSchemaOf(schema: z.ZodType): z.ZodType {
  return mapObjects(schema, (object) => {
    const fields = Object.entries(object.shape).map(([name, field]) => [name, toPatchField(field)]);
    return z.looseObject(Object.fromEntries(fields));
  });
}

/**
 * Returns a document schema with additional fields of a response. Returned documents are current, so their schema
 * changes nothing.
 */
export function extendSchema(schema: z.ZodType, fields: z.ZodRawShape): z.ZodType {
  return mapObjects(schema instanceof z.ZodPipe ? asType(schema.out) : schema, (object) => object.extend(fields));
}

/** Returns the same schema for callers from whom some fields are hidden. */
export function withOptionalFields(schema: z.ZodType, names: readonly string[]): z.ZodType {
  return mapObjects(schema, (object) => {
    const present = names.filter((name) => name in object.shape).map((name) => [name, true] as const);
    return present.length === 0 ? object : object.partial(Object.fromEntries(present) as Record<string, true>);
  });
}

function toPatchField(field: z.ZodType): z.ZodType {
  return z.union([withoutDefault(field), z.null()]).optional();
}

/** A default belongs to a document, not to a change of it. */
function withoutDefault(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodDefault || field instanceof z.ZodPrefault) return withoutDefault(asType(field.unwrap()));
  if (field instanceof z.ZodOptional) return withoutDefault(asType(field.unwrap()));
  return field;
}

function mapObjects(schema: z.ZodType, change: (object: z.ZodObject) => z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) return change(schema);
  // Old data is migrated first, before any other change to the schema.
  if (schema instanceof z.ZodPipe) return z.pipe(asType(schema.in), mapObjects(asType(schema.out), change));
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map((option) => mapObjects(asType(option), change)));
  return schema;
}

function asType(schema: z.core.$ZodType): z.ZodType {
  // Sound: every schema of this project is created by zod's classic API.
  return schema as z.ZodType;
}
