import { doorSchema, isPermission, ProductError } from '@cellwright/domain';
import { entityQuerySchema, type Subject } from '@cellwright/entities';
import { type EntityCaller, EntityServiceService } from '@cellwright/proto/entity';
import { actorNameOf, speaksForPeople } from '@cellwright/topology';
import { type CallContext, type GrpcService, grpcService, maxMessageBytes } from '../grpc/index.ts';
import type { AnsweredEntity, EntityHost } from './entity-host.ts';
import type { EntitySource } from './entity-source.ts';
import type { EntityStore } from './entity-store.ts';

const maxPage = 1000;

/** EntityService of proto/cellwright/entity.proto, for the entities of one service. */
export function createEntityService(
  hosts: ReadonlyMap<string, EntityHost>,
  sources: ReadonlyMap<string, EntitySource>,
  store: EntityStore,
): GrpcService {
  const hostOf = (name: string): EntityHost => {
    const host = hosts.get(name);
    if (host) return host;
    if (sources.has(name)) throw new ProductError('forbidden', `What '${name}' says is read only`);
    throw new ProductError('not_found', `This service keeps no '${name}'`);
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
    createEntity: async ({ entity, json, caller, commandKey }, call) => ({
      document: toDocument(await hostOf(entity).create(textOf(json), subjectOf(caller, call), commandKey)),
    }),
    saveEntity: async ({ entity, id, json, isMerge, expectedVersion, caller, commandKey }, call) => {
      const request = { id, text: textOf(json), isMerge, expectedVersion: orUndefined(expectedVersion) };
      return { document: toDocument(await hostOf(entity).save(request, subjectOf(caller, call), commandKey)) };
    },
    removeEntity: async ({ entity, id, expectedVersion, caller, commandKey }, call) => ({
      document: toDocument(
        await hostOf(entity).remove(id, orUndefined(expectedVersion), subjectOf(caller, call), commandKey),
      ),
    }),
    restoreEntity: async ({ entity, id, version, caller, commandKey }, call) => ({
      document: toDocument(await hostOf(entity).restore(id, orUndefined(version), subjectOf(caller, call), commandKey)),
    }),
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

/** What a page may hold, bytes: the rest of a message is for ids and framing. */
const maxPageBytes = maxMessageBytes - 1024 * 1024;

/** A page of large documents is shorter than was asked for; `total` says that there are more. */
function fitMessage<Document extends { readonly json: Uint8Array }>(documents: readonly Document[]): Document[] {
  let bytes = 0;
  const end = documents.findIndex(({ json }, index) => {
    bytes += json.length;
    return bytes > maxPageBytes && index > 0;
  });
  return documents.slice(0, end < 0 ? documents.length : end);
}

/** The person that the gateway names. A service that does not speak for people acts in its own name, whatever it says. */
function subjectOf(caller: EntityCaller | undefined, { caller: service }: CallContext): Subject {
  if (service !== speaksForPeople)
    return { subjectID: service, name: actorNameOf(service), permissions: [], door: 'cell' };
  return {
    subjectID: caller?.subjectId ?? '',
    name: caller?.name ?? '',
    permissions: (caller?.permissions ?? []).filter(isPermission),
    door: doorSchema.catch('http').parse(caller?.door),
  };
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
