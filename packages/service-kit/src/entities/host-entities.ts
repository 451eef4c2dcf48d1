import type { Clock } from '@cellwright/domain/basics';
import {
  type AnyEntity,
  type DocumentUpgrade,
  type EntityDefinition,
  type EntityName,
  type entities,
  entitiesOf,
  type Owner,
} from '@cellwright/entities';
import type { Kysely } from 'kysely';
import type { GrpcService } from '../grpc/index.ts';
import type { Logger } from '../logger.ts';
import { type EntityHooks, EntityHost } from './entity-host.ts';
import { keepRepliesFew } from './entity-replies.ts';
import { createEntityService } from './entity-service.ts';
import type { EntitySource } from './entity-source.ts';
import { EntityStore } from './entity-store.ts';
import { StoredForms } from './stored-forms.ts';
import type { EntityTables } from './tables.ts';

type DocumentOf<K extends EntityName> = (typeof entities)[K] extends EntityDefinition<infer T> ? T : never;

/** Rules of a service's entities, by name; optional for each entity. */
export type HooksByName = { readonly [K in EntityName]?: EntityHooks<DocumentOf<K>> };

export interface HostedEntities {
  readonly store: EntityStore;
  /** For the service's gRPC server. */
  readonly service: GrpcService;
  /**
   * Returns the host of an entity.
   * @throws Error for an entity of another service: a mistake in the program.
   */
  host(name: EntityName): EntityHost;
  /** Call after the migrations: creates missing singletons, and starts to delete old replies. */
  begin(): Promise<void>;
  close(): void;
}

export interface HostEntitiesOptions {
  readonly owner: Owner;
  readonly db: Kysely<EntityTables>;
  readonly hooks?: HooksByName;
  /** Sources of computed entities, by name. */
  readonly sources?: Readonly<Partial<Record<EntityName, EntitySource>>>;
  /** Called after every commit, for the outbox relay. */
  readonly onCommitted: () => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Hosts all entities that the definitions assign to this service. */
export function hostEntities(options: HostEntitiesOptions): HostedEntities {
  const { owner, db, hooks = {}, sources = {}, onCommitted, clock, log } = options;
  const forms = new StoredForms(upgradesOf(hooks), ({ entity, id, message }) =>
    log.warn('a stored document cannot be read and is left out', { entity, id, message }),
  );
  const store = new EntityStore(db, onCommitted, forms);
  const stored = entitiesOf(owner).filter(({ isComputed }) => !isComputed);
  const hosts = new Map(
    stored.map((entity) => [entity.name, new EntityHost(entity, store, hooksOf(hooks, entity), clock)]),
  );
  let endForgetting = () => {};
  return {
    store,
    service: createEntityService(hosts, sourcesOf(owner, sources), store),
    host(name) {
      const host = hosts.get(name);
      if (!host) throw new Error(`'${name}' is not kept by ${owner}`);
      return host;
    },
    async begin() {
      for (const host of hosts.values()) await host.begin();
      endForgetting = keepRepliesFew(db, clock, (error) =>
        log.warn('old replies were not forgotten; it is tried again in an hour', { error }),
      );
    },
    close: () => endForgetting(),
  };
}

function sourcesOf(owner: Owner, given: Readonly<Record<string, EntitySource>>): ReadonlyMap<string, EntitySource> {
  const computed = entitiesOf(owner).filter(({ isComputed }) => isComputed);
  return new Map(
    computed.map(({ name }) => {
      const source = given[name];
      if (!source) throw new Error(`${owner} brings no source of the computed '${name}'`);
      return [name, source];
    }),
  );
}

function upgradesOf(
  hooks: Readonly<Partial<Record<string, { readonly upgrade?: DocumentUpgrade }>>>,
): ReadonlyMap<string, DocumentUpgrade> {
  return new Map(Object.entries(hooks).flatMap(([name, own]) => (own?.upgrade ? [[name, own.upgrade] as const] : [])));
}

function hooksOf(hooks: Readonly<Partial<Record<string, EntityHooks<object>>>>, { name }: AnyEntity) {
  return hooks[name] ?? {};
}
