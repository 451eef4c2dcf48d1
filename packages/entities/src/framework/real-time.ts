import {
  decimalText,
  explainBroken,
  formatVersionField,
  isBroken,
  largestInt32,
  ProductError,
  startOfText,
  wholeNumberText,
} from '@cellwright/domain/basics';
import * as z from 'zod';
import { type AnyEntity, type JsonObject, stampsSchema } from './definition.ts';
import { isObject } from './merge-patch.ts';
import { type EntityQuery, isScalar, queryText, type Scalar, sortOf } from './query.ts';

/** A find request of the real-time service, parsed from Feathers' query syntax. */
export interface RealTimeQuery {
  readonly query: EntityQuery;
  /** Requested fields; undefined: all. */
  readonly select: readonly string[] | undefined;
}

const wholeNumber = wholeNumberText({ min: 0, max: largestInt32 });
const controlsSchema = z.object({
  $limit: wholeNumber.optional(),
  $skip: wholeNumber.optional(),
  $sort: z.record(z.string(), z.union([z.literal([1, -1]), z.enum(['1', '-1'])])).optional(),
  $select: z.array(z.string().max(256)).max(256).optional(),
  $search: queryText.optional(),
});
const valuesSchema = z.object({ $in: z.array(z.unknown()).max(1000) }).strict();

/**
 * Parses `{ $limit, $skip, $sort, $select, $search, field: value, field: { $in: values } }`. @throws ProductError
 * invalid_parameters
 */
export function queryOfRealTime(entity: AnyEntity, input: unknown): RealTimeQuery {
  if (input !== undefined && input !== null && !isObject(input)) throw refuse(`The query of find must be an object`);
  const fields = Object.entries(input ?? {});
  const isControl = ([name]: [string, unknown]) => Object.hasOwn(controlsSchema.shape, name);
  const controls = controlsSchema.safeParse(Object.fromEntries(fields.filter(isControl)));
  if (!controls.success) {
    throw refuse(controls.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  }
  const { $limit = entity.pageLimit, $skip = 0, $sort = {}, $select, $search = '' } = controls.data;
  const where: Record<string, readonly Scalar[]> = {};
  for (const [name, value] of fields.filter((field) => !isControl(field))) where[name] = valuesOf(entity, name, value);
  const sort = sortOf(
    entity,
    Object.entries($sort).map(([field, order]) => (Number(order) < 0 ? `-${field}` : field)),
  );
  const limit = Math.min($limit, entity.pageLimit);
  return { query: { where, search: $search.trim(), sort, limit, offset: $skip }, select: $select };
}

function valuesOf(entity: AnyEntity, name: string, wanted: unknown): readonly Scalar[] {
  const type = Object.hasOwn(entity.filters, name) ? entity.filters[name] : undefined;
  if (type === undefined) {
    const known = Object.keys(entity.filters).join(', ');
    throw refuse(`A ${entity.noun} cannot be found by '${startOfText(name, 100)}'. Choose from ${known}`);
  }
  const several = valuesSchema.safeParse(wanted);
  const values = several.success ? several.data.$in : [wanted];
  return values.map((value) => {
    const read = type === 'string' ? value : fromText(value);
    if (typeof read === 'string' && isBroken(read)) throw refuse(`'${name}' is ${explainBroken(read)}`);
    if (isScalar(read) && typeof read === type) return read;
    throw refuse(`'${name}' is compared with a ${type}, or with { $in: [${type}, …] }`);
  });
}

/** Over long polling some clients send numbers and booleans as text. */
function fromText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  return decimalText(z.number()).safeParse(value).data ?? value;
}

/** Wraps a document for the real-time service: in a separate field if the definition specifies one. */
export function wrapDocument(entity: AnyEntity, document: JsonObject): JsonObject {
  const { wrap, key } = entity;
  if (wrap === undefined) return document;
  const own = Object.entries(document).filter(([name]) => !isStamp(name));
  const stamps = Object.entries(document).filter(([name]) => isStamp(name));
  return { [key]: document[key], [wrap]: Object.fromEntries(own), ...Object.fromEntries(stamps) };
}

/** Returns the document in a client's request. @throws ProductError request_failed_validation */
export function unwrapDocument(entity: AnyEntity, sent: unknown): JsonObject {
  const { wrap } = entity;
  const inner = wrap !== undefined && isObject(sent) ? sent[wrap] : sent;
  if (isObject(inner)) {
    if (wrap !== undefined && isObject(sent)) refuseFieldsBeside(entity, wrap, sent);
    return inner;
  }
  const form = entity.wrap === undefined ? 'a JSON object' : `{ ${entity.wrap}: { … } }`;
  throw new ProductError('request_failed_validation', `Send the ${entity.noun} as ${form}`);
}

/** A received document may be sent back with its key and stamps. @throws ProductError request_failed_validation */
function refuseFieldsBeside(entity: AnyEntity, wrap: string, sent: JsonObject): void {
  const unknown = Object.keys(sent).find(
    (name) => ![wrap, entity.key, formatVersionField].includes(name) && !isStamp(name),
  );
  if (unknown === undefined) return;
  const message = `There is no field '${startOfText(unknown, 100)}' beside '${wrap}'. Correct its name or remove it`;
  const problem = { kind: 'invalidConfiguration', message, fieldId: unknown };
  throw new ProductError('request_failed_validation', message, { problems: [problem] });
}

/** Returns the fields of a document that a find selected, always with its key. */
export function selectFields(
  entity: AnyEntity,
  document: JsonObject,
  select: readonly string[] | undefined,
): JsonObject {
  if (select === undefined) return document;
  const wanted = new Set([entity.key, ...select]);
  return Object.fromEntries(Object.entries(document).filter(([name]) => wanted.has(name)));
}

function isStamp(name: string): boolean {
  return Object.hasOwn(stampsSchema.shape, name);
}

function refuse(message: string): ProductError {
  return new ProductError('invalid_parameters', message);
}
