import type { Notification } from '@cellwright/domain';

/** Whether a notice is still to be shown: everybody sees its own status alone. Errors that a screen reported it showed itself. */
export function isOpenNotice({ kind, status }: Pick<Notification, 'kind' | 'status'>): boolean {
  return kind !== 'toast' && !Object.values(status).some((mine) => mine === 'dismissed' || mine === 'archived');
}
