import { anyEntity } from '@cellwright/entities';
import { type CallScope, JsonText } from '@cellwright/service-kit/calls';
import type { EntityAccess } from '../domain/entity-access.ts';
import { subjectOfAuthor } from './subject-of-author.ts';

/** Handles `getMe`; programs have no user document. */
export async function readMe(access: EntityAccess, author: CallScope['author']): Promise<JsonText> {
  const caller = subjectOfAuthor(author);
  const subject = { id: caller.subjectID, name: caller.name, permissions: caller.permissions };
  if (author.access !== 'session') return new JsonText(JSON.stringify({ subject, user: null }));
  const { json } = await access.get(anyEntity('users'), caller.subjectID, undefined, caller);
  return new JsonText(`{"subject":${JSON.stringify(subject)},"user":${Buffer.from(json).toString('utf8')}}`);
}
