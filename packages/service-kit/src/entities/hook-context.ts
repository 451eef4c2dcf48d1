import type { Subject } from '@cellwright/entities';
import type { StoredEntity } from './stored-entity.ts';

/** Data about the command for a hook. */
export interface HookContext {
  readonly caller: Subject;
  readonly at: Date;
}

/** Data about a change that is being stored. */
export interface ChangeContext extends HookContext {
  /** The document before the save. */
  readonly previous?: Pick<StoredEntity, 'body'> | undefined;
}
