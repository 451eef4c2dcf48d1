import { ProductError } from '@cellwright/domain/basics';
import { doorSchema } from '@cellwright/domain/cell';
import { entityQuerySchema, isAbout, isObject, type Operation, requireLeave, type Subject } from '@cellwright/entities';
import { type EntityCaller, EntityServiceService } from '@cellwright/proto/entity';
import { actorNameOf, speaksForPeople } from '@cellwright/topology';
import { type CallContext, type GrpcService, grpcService, maxMessageBytes } from '../grpc/index.ts';
import type { AnsweredEntity, EntityHost } from './entity-host.ts';
import type { EntitySource } from './entity-source.ts';
import type { EntityStore } from './entity-store.ts';

const maxPage = 1000;

/** Implements EntityService of proto/cellwright/entity.proto for the entities of one service. */
export function createEntityService(
  hosts: ReadonlyMap<string, EntityHost>,
  sources: ReadonlyMap<string, EntitySource>,
  store: EntityStore,
): GrpcService {
  const hostOf = (name: string): EntityHost => {
    const host = hosts.get(name);
    if (host) return host;
    if (sources.has(name)) throw new ProductError('forbidden', `'${name}' is read-only`);
    throw new ProductError('not_found', `This service does not store '${name}'`);
  };
  const sourceOf = (name: string): EntitySource => sources.get(name) ?? hostOf(name);
  return grpcService(EntityServiceService, {
    findEntities: async ({ entity, queryJson }) => {
      const query = entityQuerySchema.parse(JSON.parse(textOf(queryJson)));
      const { items, total, revision } = await sourceOf(entity).find(query);
      return { items: fitMessage(items.map(toDocument)), total, revision };
    },
    getEntity: async ({ entity, id, version }) => ({
      document: toDocument(await (sources.get(entity)?.get(id) ?? hostOf(entity).get(id, orUndefined(version)))),
    }),
    createEntity: async ({ entity, json, caller, commandKey }, call) => {
      const host = hostOf(entity);
      const subject = await admit({ host, operation: 'create' }, caller, call);
      return { document: toDocument(await host.create(textOf(json), subject, commandKey)) };
    },
    saveEntity: async ({ entity, id, json, isMerge, expectedVersion, caller, commandKey }, call) => {
      const host = hostOf(entity);
      const subject = await admit({ host, operation: 'patch', id }, caller, call);
      const request = { id, text: textOf(json), isMerge, expectedVersion: orUndefined(expectedVersion) };
      return { document: toDocument(await host.save(request, subject, commandKey)) };
    },
    removeEntity: async ({ entity, id, expectedVersion, caller, commandKey }, call) => {
      const host = hostOf(entity);
      const subject = await admit({ host, operation: 'remove', id }, caller, call);
      return { document: toDocument(await host.remove(id, orUndefined(expectedVersion), subject, commandKey)) };
    },
    restoreEntity: async ({ entity, id, version, caller, commandKey }, call) => {
      const host = hostOf(entity);
      // Restoring an earlier version is a change; restoring a removed document is a create.
      const subject = await admit({ host, operation: version > 0 ? 'patch' : 'create' }, caller, call);
      return { document: toDocument(await host.restore(id, orUndefined(version), subject, commandKey)) };
    },
    listEntityVersions: async ({ entity, id, limit, offset }) => {
      const page = { limit: limit > 0 ? Math.min(limit, maxPage) : maxPage, offset: Math.max(0, offset) };
      const { rows, total } = await hostOf(entity).versions(id, page);
      const items = rows.map(({ version, savedAt, savedByID, savedByName }) => ({
        version,
        savedAt: savedAt.toISOString(),
        savedById: savedByID,
        savedByName,
      }));
      return { items, total };
    },
    listEntityUses: async ({ id }) => ({ items: await store.uses(id) }),
  });
}

/** Maximum size of a page, bytes: the remainder of a message is for ids and framing. */
const maxPageBytes = maxMessageBytes - 1024 * 1024;

/** Shortens a page of large documents; `total` shows that there are more. */
function fitMessage<Document extends { readonly json: Uint8Array }>(documents: readonly Document[]): Document[] {
  let bytes = 0;
  const end = documents.findIndex(({ json }, index) => {
    bytes += json.length;
    return bytes > maxPageBytes && index > 0;
  });
  return documents.slice(0, end < 0 ? documents.length : end);
}

interface Change {
  readonly host: EntityHost;
  readonly operation: Operation;
  /** ID of the changed document: the definition can allow users to change documents about themselves. */
  readonly id?: string;
}

/**
 * Returns the author of a change. The gateway has already checked the permission; it is checked again here against the
 * proof of identity.
 * @throws ProductError authorization_required without a valid proof, forbidden
 */
async function admit(
  { host, operation, id }: Change,
  caller: EntityCaller | undefined,
  call: CallContext,
): Promise<Subject> {
  const subject = subjectOf(caller, call);
  if (call.caller !== speaksForPeople || requireLeave(host.entity, operation, subject) === 'yes') return subject;
  const document: unknown = id === undefined ? undefined : JSON.parse((await host.get(id)).text);
  if (isObject(document) && isAbout(host.entity, document, subject)) return subject;
  throw new ProductError('forbidden', `${subject.name} can change only their own ${host.entity.noun} this way`);
}

/**
 * Returns the person that the gateway proves. A service that does not act for people acts in its own name, whatever it
 * claims.
 * @throws ProductError authorization_required for a change without a valid proof.
 */
function subjectOf(caller: EntityCaller | undefined, { caller: service, people }: CallContext): Subject {
  if (service !== speaksForPeople)
    return { subjectID: service, name: actorNameOf(service), permissions: [], door: 'cell' };
  const { id: subjectID, name, permissions, isUnlocked } = people.require(caller?.proof);
  return { subjectID, name, permissions, isUnlocked, door: doorSchema.catch('http').parse(caller?.door) };
}

function toDocument({ id, version, text }: AnsweredEntity) {
  return { id, version, json: Buffer.from(text) };
}

function orUndefined(version: number): number | undefined {
  return version > 0 ? version : undefined;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ProductError('request_failed_validation', 'The document is not UTF-8 text');
  }
}
