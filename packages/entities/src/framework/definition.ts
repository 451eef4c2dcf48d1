import {
  checkMigrations,
  formatVersionField,
  formatVersionSchema,
  type IdPrefix,
  newestVersion,
  type Permission,
  type Versioned,
} from '@cellwright/domain';
import * as z from 'zod';
import { createSchemaOf, extendSchema, patchSchemaOf, withOptionalFields } from './derived-schemas.ts';

/** The services that keep entities. */
export type Owner = 'library' | 'equipment' | 'identity' | 'routine-runner';

/**
 * Who may do something: anybody signed in, only a person or token with a permission, the person that a document is about
 * (or one with the permission behind the colon), a person who unlocked the control panel with the PIN (never a developer
 * token), or no caller of the API.
 */
export type Access = 'signedIn' | Permission | `selfOr:${Permission}` | 'controlPanelPIN' | 'nobody';
export const operations = ['find', 'get', 'create', 'patch', 'remove'] as const;
export type Operation = (typeof operations)[number];

/** Hides a field from callers with none of the permissions, except from the person that the document is about. */
export type HideRule = `unlessSelfOr:${Permission}` | `unlessSelfOr:${Permission},${Permission}`;

export type FilterType = 'string' | 'number' | 'boolean';

/** A JSON object: what every stored document is. */
export type JsonObject = Record<string, unknown>;

/**
 * Defines a stored document; everything else follows from it: see docs/add-an-entity.md. `version` and `migrations` are
 * those of the document's form.
 */
export interface EntitySpec<T extends object> extends Versioned {
  /** The wire's name, camelCase: 'speedProfiles'. */
  readonly name: string;
  /** Below /api/v1/cell; default the name in kebab-case. */
  readonly path?: string;
  /** For messages: 'speed profile'. */
  readonly noun: string;
  /** One sentence for the API's page. */
  readonly description: string;
  readonly owner: Owner;
  /** The document as it is stored, with its id, defaults filled. */
  readonly schema: z.ZodType<T>;
  /** Versions of documents of several kinds, by their field 'kind'; the schema migrates them. In place of `version`. */
  readonly versionsByKind?: Readonly<Record<string, Versioned>>;
  /** What a client sends to create one; default: the schema, its id optional. */
  readonly create?: z.ZodType;
  /** The field that names a document. Default 'id'. */
  readonly key?: string;
  /** Makes ids of documents that are created without one. */
  readonly idPrefix?: IdPrefix;
  /** The only document's id: it always exists (the schema's defaults), and is neither created nor removed. */
  readonly singleton?: string;
  /** Whether earlier versions are kept. */
  readonly history: 'versions' | 'newest';
  readonly may: Readonly<Record<Operation, Access>>;
  /** The field with the subject's id, for `selfOr`. Default the key. */
  readonly self?: string;
  readonly hide?: Readonly<Partial<Record<string, HideRule>>>;
  /** Fields that hold something for each subject, under its id: everybody sees its own alone. */
  readonly perSubject?: readonly string[];
  /** Fields to filter by, dotted below the document, with the type of their values. The key always is one. */
  readonly filters?: Readonly<Record<string, FilterType>>;
  /** Fields that a search for words looks at. */
  readonly search?: readonly string[];
  /** Fields to sort by besides createdAt and updatedAt. */
  readonly sort?: readonly string[];
  /** The order of a find that asks for none; '-' is descending. Default newest first. */
  readonly order?: readonly string[];
  readonly pageLimit?: number;
  /** Largest document, bytes of JSON. Default 64 KiB. */
  readonly maxBytes?: number;
  /** What a find answers for each when that is not the whole document. */
  readonly listing?: { readonly schema: z.ZodType<object>; of(document: T): object };
  /** Ids of other documents that this one names: for 'where used', and so that none in use is removed. */
  referencesOf?(document: T): readonly string[];
  /** Ids of things that live inside the document, which no other document of this entity may take. */
  membersOf?(document: T): readonly string[];
  /** What is said when there is no document with this id; default: 'There is no <noun> with the id …'. */
  missing?(id: string): string;
  /** True if no two documents may have the same `name`, which is one of `filters`. Default false. */
  readonly uniqueName?: boolean;
  /** Whether a document that others name may not be removed. Default false. */
  readonly keptWhileUsed?: boolean;
  /** Small and often read: the door keeps a replica. Default false. */
  readonly isReplicated?: boolean;
  /** The real-time service carries the document in this field, as existing clients send it. */
  readonly wrap?: string;
  /** The document brings its own createdAt and updatedAt. Default false. */
  readonly stampsItself?: boolean;
  /** Whether every change by a person or program goes into the audit log. Default true. */
  readonly isAudited?: boolean;
  /** Not stored as documents: its owner answers from what it has. Default false. */
  readonly isComputed?: boolean;
}

/** A spec with everything that it leaves open filled in. */
export interface EntityDefinition<T extends object = JsonObject> extends Omit<EntitySpec<T>, 'create'> {
  readonly path: string;
  readonly key: string;
  readonly self: string;
  readonly create: z.ZodType;
  /** A JSON merge patch: any part of the document, null takes a field away. */
  readonly patch: z.ZodType;
  /** A document as it is answered. */
  readonly answer: z.ZodType;
  /** What a find answers for each. */
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

/** What every answered document carries besides its own fields. */
export const stampsSchema = z.object({
  version: z.number().int().describe('Grows by one with every change'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  updatedByID: z.string(),
  updatedByName: z.string(),
});
export type Stamps = z.infer<typeof stampsSchema>;

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Defines a stored thing; add it to the map in entities.ts, and every door has it. */
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

/** Any entity, its document's type forgotten: its functions may be given only what its own schema has accepted. */
export type AnyEntity = EntityDefinition<object>;
