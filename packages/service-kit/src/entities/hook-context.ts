import type { Subject } from '@cellwright/entities';
import type { StoredEntity } from './stored-entity.ts';

/** What a hook knows of the command. */
export interface HookContext {
  readonly caller: Subject;
  readonly at: Date;
}

/** A change that is being stored. */
export interface ChangeContext extends HookContext {
  /** The document before it was saved. */
  readonly previous?: Pick<StoredEntity, 'body'> | undefined;
}
