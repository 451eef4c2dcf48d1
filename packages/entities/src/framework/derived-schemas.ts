import * as z from 'zod';

/** The schema of a create: the document, its key optional. */
export function createSchemaOf(schema: z.ZodType, key: string): z.ZodType {
  return mapObjects(schema, (object) =>
    key in object.shape ? object.partial({ [key]: true } as Record<string, true>) : object,
  );
}

/** The schema of a merge patch: any of the document's fields; null takes one away. */
export function patchSchemaOf(schema: z.ZodType): z.ZodType {
  return mapObjects(schema, (object) => {
    const fields = Object.entries(object.shape).map(([name, field]) => [name, toPatchField(field)]);
    return z.looseObject(Object.fromEntries(fields));
  });
}

/** A document with fields of an answer beside its own. What goes out is up to date, and no schema of it changes anything. */
export function extendSchema(schema: z.ZodType, fields: z.ZodRawShape): z.ZodType {
  return mapObjects(schema instanceof z.ZodPipe ? asType(schema.out) : schema, (object) => object.extend(fields));
}

/** The same document for callers from whom some fields are hidden. */
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
  // Old data is brought up to date first, whatever is made of the rest.
  if (schema instanceof z.ZodPipe) return z.pipe(asType(schema.in), mapObjects(asType(schema.out), change));
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map((option) => mapObjects(asType(option), change)));
  return schema;
}

function asType(schema: z.core.$ZodType): z.ZodType {
  // Sound: every schema of this project is made by zod's classic API.
  return schema as z.ZodType;
}
