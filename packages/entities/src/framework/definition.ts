import {
  checkMigrations,
  formatVersionField,
  formatVersionSchema,
  type IdPrefix,
  newestVersion,
  type Versioned,
} from '@cellwright/domain/basics';
import type { Permission } from '@cellwright/domain/cell';
import * as z from 'zod';
import { createSchemaOf, extendSchema, patchSchemaOf, withOptionalFields } from './derived-schemas.ts';

/** Services that own entities. */
export type Owner = 'library' | 'equipment' | 'identity' | 'routine-runner';

/**
 * Required access: any signed-in caller, only a person or token with a permission, the person that a document is about
 * (or one with the permission behind the colon), a person who unlocked the control panel with the PIN (never a
 * developer token), or no caller of the API.
 */
export type Access = 'signedIn' | Permission | `selfOr:${Permission}` | 'controlPanelPIN' | 'nobody';
export const operations = ['find', 'get', 'create', 'patch', 'remove'] as const;
export type Operation = (typeof operations)[number];

/** Hides a field from callers with none of the permissions, except from the person that the document is about. */
export type HideRule = `unlessSelfOr:${Permission}` | `unlessSelfOr:${Permission},${Permission}`;

export type FilterType = 'string' | 'number' | 'boolean';

/** A JSON object: the form of every stored document. */
export type JsonObject = Record<string, unknown>;

/**
 * Definition of a stored document; everything else is derived from it: see docs/add-an-entity.md. `version` and
 * `migrations` apply to the form of the document.
 */
export interface EntitySpec<T extends object> extends Versioned {
  /** Name in the API, camelCase: 'speedProfiles'. */
  readonly name: string;
  /** Path below /api/v1/cell; default the name in kebab-case. */
  readonly path?: string;
  /** Noun for messages: 'speed profile'. */
  readonly noun: string;
  /** One sentence for the API documentation. */
  readonly description: string;
  readonly owner: Owner;
  /** The document as stored, with its id and defaults. */
  readonly schema: z.ZodType<T>;
  /** Versions of documents of several kinds, by their field 'kind'; the schema migrates them. In place of `version`. */
  readonly versionsByKind?: Readonly<Record<string, Versioned>>;
  /** Body of a create request; default: the schema with an optional id. */
  readonly create?: z.ZodType;
  /** Field that identifies a document. Default 'id'. */
  readonly key?: string;
  /** Prefix of the ids generated for documents that are created without one. */
  readonly idPrefix?: IdPrefix;
  /** Id of the only document: it always exists (with the schema's defaults), and is neither created nor removed. */
  readonly singleton?: string;
  /** Determines whether earlier versions are stored. */
  readonly history: 'versions' | 'newest';
  readonly may: Readonly<Record<Operation, Access>>;
  /** The field with the subject's id, for `selfOr`. Default the key. */
  readonly self?: string;
  readonly hide?: Readonly<Partial<Record<string, HideRule>>>;
  /** Fields with a value per subject, under its id: each subject sees only its own. */
  readonly perSubject?: readonly string[];
  /** Fields to filter by, dotted below the document, with the type of their values. Always includes the key. */
  readonly filters?: Readonly<Record<string, FilterType>>;
  /** Fields included in a text search. */
  readonly search?: readonly string[];
  /** Fields to sort by, in addition to createdAt and updatedAt. */
  readonly sort?: readonly string[];
  /** Default order of a find; '-' is descending. Default newest first. */
  readonly order?: readonly string[];
  readonly pageLimit?: number;
  /** Largest document, bytes of JSON. Default 64 KiB. */
  readonly maxBytes?: number;
  /** Entries of a find result if they are not the whole document. */
  readonly listing?: { readonly schema: z.ZodType<object>; of(document: T): object };
  /** Returns ids of other documents that this one references: for 'where used', and to refuse their removal. */
  referencesOf?(document: T): readonly string[];
  /** Returns ids of objects inside the document; no other document of this entity may use them. */
  membersOf?(document: T): readonly string[];
  /** Message when no document with this id exists; default: 'There is no <noun> with the id …'. */
  missing?(id: string): string;
  /** Field with the name that no two documents may share, which is one of `filters`. Empty names are not compared. */
  readonly uniqueName?: 'name' | 'config.name';
  /** True if a referenced document must not be removed. Default false. */
  readonly keptWhileUsed?: boolean;
  /** True for small documents that are read often: the gateway keeps a replica. Default false. */
  readonly isReplicated?: boolean;
  /** Field in which the real-time service sends the document, as existing clients expect. */
  readonly wrap?: string;
  /** True if the document has its own createdAt and updatedAt. Default false. */
  readonly stampsItself?: boolean;
  /** True if every change by a user or program is written to the audit log. Default true. */
  readonly isAudited?: boolean;
  /** True if the entity is not stored: its owner computes the documents. Default false. */
  readonly isComputed?: boolean;
}

/** A spec with all defaults filled in. */
export interface EntityDefinition<T extends object = JsonObject> extends Omit<EntitySpec<T>, 'create'> {
  readonly path: string;
  readonly key: string;
  readonly self: string;
  readonly create: z.ZodType;
  /** A JSON merge patch: any part of the document; null removes a field. */
  readonly patch: z.ZodType;
  /** A document as returned to clients. */
  readonly answer: z.ZodType;
  /** An entry of a find result. */
  readonly listed: z.ZodType;
  readonly hide: Readonly<Partial<Record<string, HideRule>>>;
  readonly perSubject: readonly string[];
  readonly isAudited: boolean;
  readonly filters: Readonly<Record<string, FilterType>>;
  readonly search: readonly string[];
  readonly sort: readonly string[];
  readonly order: readonly string[];
  readonly pageLimit: number;
  readonly maxBytes: number;
}

/** Additional fields of every returned document. */
export const stampsSchema = z.object({
  version: z.number().int().describe('Grows by one with every change'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  updatedByID: z.string(),
  updatedByName: z.string(),
});
export type Stamps = z.infer<typeof stampsSchema>;

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Defines a stored entity; add it to the map in entities.ts, and all entry points serve it. */
export function defineEntity<T extends object>(spec: EntitySpec<T>): EntityDefinition<T> {
  const { schema, key = 'id', hide = {} } = spec;
  const added = {
    ...stampsSchema.shape,
    ...(newestVersion(spec) > 1 && { [formatVersionField]: formatVersionSchema }),
  };
  const answered = (document: z.ZodType) => withOptionalFields(extendSchema(document, added), Object.keys(hide));
  return {
    ...checkMigrations(`The entity ${spec.name}`, spec),
    path: spec.path ?? kebab(spec.name),
    key,
    self: spec.self ?? key,
    create: spec.create ?? createSchemaOf(schema, key),
    patch: patchSchemaOf(schema),
    answer: answered(schema),
    listed: answered(spec.listing?.schema ?? schema),
    hide,
    perSubject: spec.perSubject ?? [],
    isAudited: spec.isAudited ?? true,
    filters: { ...spec.filters, [key]: 'string' },
    search: spec.search ?? [],
    sort: [...new Set([...(spec.sort ?? []), key, 'createdAt', 'updatedAt'])],
    order: spec.order ?? ['-createdAt'],
    pageLimit: spec.pageLimit ?? 200,
    maxBytes: spec.maxBytes ?? 64 * 1024,
  };
}

/** Any entity, without the type of its document: pass its functions only values that its own schema has accepted. */
export type AnyEntity = EntityDefinition<object>;
