import type { Notification } from '@cellwright/domain';

type Told = Pick<Notification, 'id' | 'kind' | 'status' | 'robotKind' | 'stepID'>;

/** The question that a robot asks now. */
export interface AskedNow {
  readonly robotKind: string;
  readonly stepID: string;
}

/**
 * Notices that are still to be shown: everybody sees its own status alone. Errors that a screen reported it showed itself. Of
 * questions only the one that is still asked: a notice is not told when its question is answered or its run ends.
 */
export function openNotices<T extends Told>(newestFirst: readonly T[], asked: AskedNow | undefined): T[] {
  // A step asks anew in each cycle: only its last question can be open, whether or not that was put away.
  const question = newestFirst.find((notice) => isQuestion(notice) && isAbout(notice, asked));
  return newestFirst.filter((notice) => {
    if (notice.kind === 'toast' || isPutAway(notice)) return false;
    return !isQuestion(notice) || notice === question;
  });
}

function isQuestion({ kind }: Told): boolean {
  return kind === 'waitForConfirmation';
}

function isAbout({ robotKind, stepID }: Told, asked: AskedNow | undefined): boolean {
  return asked !== undefined && robotKind === asked.robotKind && stepID === asked.stepID;
}

function isPutAway({ status }: Told): boolean {
  return Object.values(status).some((mine) => mine === 'dismissed' || mine === 'archived');
}
