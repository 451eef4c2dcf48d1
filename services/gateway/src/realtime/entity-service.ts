import {
  jsonDepthOf,
  largestInt32,
  maxJsonDepth,
  oneLine,
  ProductError,
  wholeNumberText,
} from '@cellwright/domain/basics';
import {
  type AnyEntity,
  isObject,
  type JsonObject,
  queryOfRealTime,
  selectFields,
  unwrapDocument,
  wrapDocument,
} from '@cellwright/entities';
import * as z from 'zod';
import type { EntityAccess, ShownDocument } from '../domain/entity-access.ts';
import { requireHeld } from '../domain/require-held.ts';
import { servedLimit } from '../domain/served-limit.ts';
import type { RealTimeService } from './real-time-service.ts';

/** Query of a change: the version that the client changed, and an idempotency key. */
const changeQuerySchema = z
  .object({
    $version: wholeNumberText({ min: 1, max: largestInt32 }).optional(),
    $commandKey: z.string().max(200).regex(oneLine).optional(),
  })
  .strict();

/** Exposes the documents of one entity as a service of the real-time data service, through EntityAccess. */
export function createEntityRealTimeService(entity: AnyEntity, access: EntityAccess): RealTimeService {
  const toAnswer = (shown: ShownDocument) => wrapDocument(entity, parse(shown));
  return {
    async find(input, { identity }) {
      const { query, select } = queryOfRealTime(entity, input);
      const { items, total } = await access.find(entity, query, identity);
      const data = items.map((item) => selectFields(entity, toAnswer(item), select));
      return { total, limit: servedLimit(query, items.length, total), skip: query.offset, data };
    },
    async get(id, input, { identity }) {
      const { select } = queryOfRealTime(entity, input);
      return selectFields(entity, toAnswer(await access.get(entity, id, undefined, identity)), select);
    },
    async create(data, query, { identity }) {
      const { $commandKey = '' } = readChangeQuery(query);
      if (entity.singleton !== undefined) throw refuseMethod(entity, 'created');
      return toAnswer(await access.create(entity, bytesOf(entity, data), identity, $commandKey));
    },
    async patch(id, data, query, { identity }) {
      const { $version, $commandKey = '' } = readChangeQuery(query);
      const change = { json: bytesOf(entity, data), isMerge: true, expectedVersion: $version };
      return toAnswer(await access.save(entity, id, change, identity, $commandKey));
    },
    async remove(id, query, { identity }) {
      const { $version, $commandKey = '' } = readChangeQuery(query);
      if (entity.singleton !== undefined) throw refuseMethod(entity, 'removed');
      return toAnswer(await access.remove(entity, id, $version, identity, $commandKey));
    },
  };
}

function readChangeQuery(query: unknown): z.infer<typeof changeQuerySchema> {
  const read = changeQuerySchema.safeParse(query ?? {});
  if (read.success) return read.data;
  throw new ProductError('invalid_parameters', 'Besides the document, a change accepts only $version and $commandKey');
}

function refuseMethod(entity: AnyEntity, done: string): ProductError {
  return new ProductError('forbidden', `The ${entity.noun} always exists: it cannot be ${done}. Patch it instead`);
}

function bytesOf(entity: AnyEntity, data: unknown): Buffer {
  const document = unwrapDocument(entity, data);
  const text = textOf(document);
  if (text !== undefined && jsonDepthOf(text) <= maxJsonDepth) {
    requireHeld(document);
    return Buffer.from(text);
  }
  throw new ProductError('too_large', `A ${entity.noun} can be nested at most ${maxJsonDepth} levels deep. Flatten it`);
}

/** Undefined for a document that is nested too deeply to be serialised. */
function textOf(document: JsonObject): string | undefined {
  try {
    return JSON.stringify(document);
  } catch {
    return undefined;
  }
}

function parse({ json }: ShownDocument): JsonObject {
  const document: unknown = JSON.parse(Buffer.from(json).toString('utf8'));
  return isObject(document) ? document : {};
}
