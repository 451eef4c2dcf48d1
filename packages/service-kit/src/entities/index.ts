/** Stored entities on their owner's side: one store and one gRPC service for every entity of packages/entities. */

export { ensureDocuments } from './entity-batch.ts';
export { findForChange, insertDocument, removeDocument, replaceDocument, restoreDocument } from './entity-changes.ts';
export { type AnsweredEntity, type EntityHooks, EntityHost, refuse } from './entity-host.ts';
export { insertAudit } from './entity-outbox.ts';
export { type Command, commandOf, forgetReplies, keepRepliesFew } from './entity-replies.ts';
export { createEntityService } from './entity-service.ts';
export type { EntitySource } from './entity-source.ts';
export { EntityStore, readRevision } from './entity-store.ts';
export { refuseFieldsOfCell } from './fields-of-cell.ts';
export { countForChange } from './find-rows.ts';
export type { ChangeContext, HookContext } from './hook-context.ts';
export { type HooksByName, type HostEntitiesOptions, type HostedEntities, hostEntities } from './host-entities.ts';
export { answerText } from './stamps.ts';
export type { Author, Change, EntityTransaction, StoredEntity } from './stored-entity.ts';
export { StoredForms, type UnreadableDocument } from './stored-forms.ts';
export { type EntityTables, entityTablesMigration } from './tables.ts';
