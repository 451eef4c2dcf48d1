import { type EntityDefinition, type JsonObject, type Stamps, stampsSchema } from '@cellwright/entities';
import * as z from 'zod';
import type { Http } from '../http.ts';

/** Query of a list; a field of the entity filters by its value. */
export interface FindQuery {
  readonly search?: string;
  /** '-updatedAt,name': fields in order, '-' for descending. */
  readonly sort?: string;
  readonly limit?: number;
  readonly offset?: number;
  readonly [filter: string]: string | number | boolean | undefined;
}

export interface Page<T> {
  readonly items: T[];
  readonly total: number;
}

const versionSchema = z.object({
  version: z.number(),
  savedAt: z.string(),
  savedByID: z.string(),
  savedByName: z.string(),
});
/** One save of a document. */
export type SavedVersion = z.infer<typeof versionSchema>;

const useSchema = z.object({ entity: z.string(), id: z.string(), name: z.string() });
/** A document that references another one. */
export type Use = z.infer<typeof useSchema>;

/** All calls on one entity, typed by its definition. */
export interface EntityClient<T extends object, Listed extends object> {
  find(query?: FindQuery, signal?: AbortSignal): Promise<Page<Listed & Stamps>>;
  get(id: string, options?: { readonly version?: number; readonly signal?: AbortSignal }): Promise<T & Stamps>;
  /** Creates a document; fields with a default or set by the cell (its id) may be absent. */
  create(document: Partial<T>): Promise<T & Stamps>;
  /** Applies a JSON merge patch: named fields change, null removes one. */
  patch(id: string, change: Readonly<JsonObject>, expectedVersion?: number): Promise<T & Stamps>;
  /**
   * Replaces the document.
   * @throws ProductError conflict when it has changed since `expectedVersion`.
   */
  replace(id: string, document: T, expectedVersion: number): Promise<T & Stamps>;
  remove(id: string, expectedVersion?: number): Promise<void>;
  /** Restores a removed document. */
  restore(id: string): Promise<T & Stamps>;
  /** Lists versions, newest first. */
  versions(id: string, page?: { readonly limit?: number; readonly offset?: number }): Promise<Page<SavedVersion>>;
  /** Restores an earlier version as the newest. */
  restoreVersion(id: string, version: number): Promise<T & Stamps>;
  uses(id: string): Promise<Use[]>;
}

/** Creates the calls of an entity. `listed` is the schema of its list entries if they are not the whole document. */
export function createEntityClient<T extends object, Listed extends object = T>(
  http: Http,
  entity: EntityDefinition<T>,
  listed: z.ZodType<Listed>,
): EntityClient<T, Listed> {
  const root = `/api/v1/cell/${entity.path}`;
  const at = (id: string) => `${root}/${encodeURIComponent(id)}`;
  const schema = z.intersection(entity.schema, stampsSchema);
  const pages = pageOf(z.intersection(listed, stampsSchema));
  const versionPages = pageOf(versionSchema);
  return {
    find: (query, signal) => http.request('GET', root, { schema: pages, query, signal }),
    get: (id, { version, signal } = {}) => http.request('GET', at(id), { schema, query: { version }, signal }),
    create: (body) => http.request('POST', root, { schema, body }),
    patch: (id, body, version) => http.request('PATCH', at(id), { schema, body, headers: ifMatch(version) }),
    replace: (id, body, version) => http.request('PUT', at(id), { schema, body, headers: ifMatch(version) }),
    async remove(id, version) {
      await http.request('DELETE', at(id), { schema: z.unknown(), headers: ifMatch(version) });
    },
    restore: (id) => http.request('POST', `${at(id)}/restore`, { schema }),
    versions: (id, query) => http.request('GET', `${at(id)}/versions`, { schema: versionPages, query }),
    restoreVersion: (id, version) => http.request('POST', `${at(id)}/versions/${version}/restore`, { schema }),
    async uses(id) {
      return (await http.request('GET', `${at(id)}/uses`, { schema: z.object({ items: z.array(useSchema) }) })).items;
    },
  };
}

function pageOf<T>(item: z.ZodType<T>): z.ZodType<Page<T>> {
  return z
    .object({ items: z.array(item), pagination: z.object({ total: z.number() }) })
    .transform(({ items, pagination }) => ({ items, total: pagination.total }));
}

function ifMatch(version: number | undefined): Record<string, string> {
  return version === undefined ? {} : { 'if-match': `"${version}"` };
}
