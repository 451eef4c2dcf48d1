import * as z from 'zod';

type Schema = z.core.$ZodType;

/** Each schema is copied once: schemas share parts, and expressions contain themselves. */
const copies = new WeakMap<Schema, Schema>();
/** Schemas that are being copied: a schema that contains itself refers to its copy. */
const pending = new Set<Schema>();

/**
 * Returns a schema that refuses unknown fields by name, also in nested objects, where the given schema drops them.
 * Objects that keep or check their other fields do not change.
 */
export function refuseUnknownFields<T extends Schema>(schema: T): T;
export function refuseUnknownFields(schema: Schema): Schema {
  const known = copies.get(schema);
  if (known) return known;
  if (pending.has(schema)) return z.lazy(() => refuseUnknownFields(schema));
  pending.add(schema);
  const changes = findChanges(schema);
  const copy = changes ? cloneWith(schema, changes) : schema;
  pending.delete(schema);
  copies.set(schema, copy);
  return copy;
}

/** Returns the parts of a definition that contain other schemas, with copies of those; undefined if there are none. */
function findChanges(schema: Schema): Readonly<Record<string, unknown>> | undefined {
  if (schema instanceof z.ZodObject) {
    const { shape, catchall } = schema.def;
    return { shape: copyFields(shape), catchall: catchall ?? z.never() };
  }
  if (schema instanceof z.ZodArray) return { element: refuseUnknownFields(schema.def.element) };
  if (schema instanceof z.ZodTuple) {
    const { items, rest } = schema.def;
    return { items: copyAll(items), rest: rest && refuseUnknownFields(rest) };
  }
  if (schema instanceof z.ZodRecord) return { valueType: refuseUnknownFields(schema.def.valueType) };
  if (schema instanceof z.ZodUnion) return { options: copyAll(schema.def.options) };
  if (schema instanceof z.ZodIntersection) {
    return { left: refuseUnknownFields(schema.def.left), right: refuseUnknownFields(schema.def.right) };
  }
  if (schema instanceof z.ZodLazy) {
    // The definition may have cached what the given schema resolved to.
    return { getter: () => refuseUnknownFields(schema.def.getter()), _cachedInner: undefined };
  }
  if (schema instanceof z.ZodPipe) {
    return { in: refuseUnknownFields(schema.def.in), out: refuseUnknownFields(schema.def.out) };
  }
  return isWrapper(schema) ? { innerType: refuseUnknownFields(schema.def.innerType) } : undefined;
}

function copyAll(schemas: readonly Schema[]): Schema[] {
  return schemas.map((schema) => refuseUnknownFields(schema));
}

function copyFields(shape: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, refuseUnknownFields(schema)]));
}

function isWrapper(schema: Schema) {
  return (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly
  );
}

/** Clones a schema with its checks and its description. An id stays with the original. */
function cloneWith(schema: Schema, changes: Readonly<Record<string, unknown>>): Schema {
  const clone = z.core.clone(schema, z.core.util.mergeDefs(schema._zod.def, changes));
  const { id: _, ...meta } = z.globalRegistry.get(schema) ?? {};
  if (Object.keys(meta).length > 0) z.globalRegistry.add(clone, meta);
  return clone;
}
