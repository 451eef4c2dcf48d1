import { type Clock, ProductError } from '@cellwright/domain/basics';
import type { Owner, Subject } from '@cellwright/entities';
import type { EntityDocument, EntityServiceService } from '@cellwright/proto/entity';
import type { GrpcClient } from '@cellwright/service-kit/grpc';
import type { AnsweredDocument, EntityDoor } from '../domain/entity-door.ts';
import { createReadGate, type ReadGate } from './read-gate.ts';
import { requireConfirmation } from './unconfirmed.ts';
import { toWireProof } from './wire-proof.ts';

export type EntityClients = Readonly<Record<Owner, GrpcClient<typeof EntityServiceService>>>;

/**
 * Each may be as large as a gRPC message, and is in memory more than once while it is assembled. If reads hang, callers
 * behind them get an error within 2 s.
 */
const readsAtOnce = { places: 3, maxWaiting: 1000, maxWaitMS: 1500 };

export function createEntityDoor(clients: EntityClients, clock: Clock): EntityDoor {
  const openGate = () => createReadGate({ ...readsAtOnce, clock });
  // One gate per owner: an owner that hangs does not delay documents of others.
  const gates: Readonly<Record<Owner, ReadGate>> = {
    library: openGate(),
    equipment: openGate(),
    identity: openGate(),
    'routine-runner': openGate(),
  };
  return {
    async find(entity, query, subject) {
      const request = {
        entity: entity.name,
        caller: toCaller(subject),
        queryJson: Buffer.from(JSON.stringify(query)),
      };
      const { items, total, revision } = await gates[entity.owner](() => clients[entity.owner].findEntities(request));
      return { items, total, revision };
    },
    async get(entity, id, version, subject) {
      const request = { entity: entity.name, caller: toCaller(subject), id, version: version ?? 0 };
      const answer = await gates[entity.owner](() => clients[entity.owner].getEntity(request));
      return required(answer.document);
    },
    async create(entity, json, subject, commandKey) {
      const request = { entity: entity.name, caller: toCaller(subject), json, commandKey };
      const change = clients[entity.owner].createEntity(request);
      return required((await requireConfirmation(commandKey, change)).document);
    },
    async save(entity, id, { json, isMerge, expectedVersion = 0 }, subject, commandKey) {
      const caller = toCaller(subject);
      const request = { entity: entity.name, caller, id, json, isMerge, expectedVersion, commandKey };
      const change = clients[entity.owner].saveEntity(request);
      return required((await requireConfirmation(commandKey, change)).document);
    },
    async remove(entity, id, expectedVersion = 0, subject, commandKey) {
      const request = { entity: entity.name, caller: toCaller(subject), id, expectedVersion, commandKey };
      const change = clients[entity.owner].removeEntity(request);
      return required((await requireConfirmation(commandKey, change)).document);
    },
    async restore(entity, id, version = 0, subject, commandKey) {
      const request = { entity: entity.name, caller: toCaller(subject), id, version, commandKey };
      const change = clients[entity.owner].restoreEntity(request);
      return required((await requireConfirmation(commandKey, change)).document);
    },
    async listVersions(entity, id, page, subject) {
      const request = { entity: entity.name, caller: toCaller(subject), id, ...page };
      const { items, total } = await clients[entity.owner].listEntityVersions(request);
      return { items: items.map(({ savedById, ...item }) => ({ ...item, savedByID: savedById })), total };
    },
    async listUses(owner, id, subject) {
      const { items } = await clients[owner].listEntityUses({ caller: toCaller(subject), id });
      return items;
    },
  };
}

function toCaller({ door = 'http', proof }: Subject) {
  return { door, proof: toWireProof(proof) };
}

function required(document: EntityDocument | undefined): AnsweredDocument {
  if (document) return document;
  throw new ProductError('internal_server_error', 'The service that owns the document sent no document');
}
