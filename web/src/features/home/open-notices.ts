import type { Notification } from '@cellwright/domain/cell';

type Told = Pick<Notification, 'id' | 'kind' | 'status' | 'robotKind' | 'stepID' | 'failureReason'>;

/** Present prompt of a robot. */
export interface AskedNow {
  readonly robotKind: string;
  readonly stepID: string;
}

/** Present failure of a robot. */
export interface FailedNow {
  readonly robotKind: string;
  readonly reason: string;
}

/** Notices with the same content and robot. */
export interface NoticeGroup<T extends Told = Told> {
  readonly newest: T;
  readonly ids: readonly string[];
  /** False for a failure that is over, or of a robot that is not shown. */
  readonly isOpen: boolean;
}

/**
 * Returns the notices to show: those that this user has not dismissed. Errors that a screen already showed are omitted.
 * Only the open prompt is included: a notice is not updated when its prompt is answered or its run ends.
 */
export function openNotices<T extends Told>(newestFirst: readonly T[], asked: AskedNow | undefined): T[] {
  // A step asks again in each cycle: only its last prompt can be open, even if it was dismissed.
  const question = newestFirst.find((notice) => isQuestion(notice) && isAbout(notice, asked));
  return newestFirst.filter((notice) => {
    if (notice.kind === 'toast' || isPutAway(notice)) return false;
    return !isQuestion(notice) || notice === question;
  });
}

/** Groups notices by content and robot, newest first. */
export function groupNotices<T extends Told>(
  newestFirst: readonly T[],
  failed: FailedNow | undefined,
): NoticeGroup<T>[] {
  const groups = new Map<string, T[]>();
  for (const notice of newestFirst) {
    const { kind, robotKind, failureReason, stepID } = notice;
    const key = JSON.stringify([kind, robotKind, kind === 'robotFailure' ? failureReason : stepID]);
    groups.set(key, [...(groups.get(key) ?? []), notice]);
  }
  return [...groups.values()].flatMap((notices) => {
    const [newest] = notices;
    if (!newest) return [];
    const isOpen = newest.kind !== 'robotFailure' || isNow(newest, failed);
    return [{ newest, ids: notices.map(({ id }) => id), isOpen }];
  });
}

function isQuestion({ kind }: Told): boolean {
  return kind === 'waitForConfirmation';
}

function isAbout({ robotKind, stepID }: Told, asked: AskedNow | undefined): boolean {
  return asked !== undefined && robotKind === asked.robotKind && stepID === asked.stepID;
}

function isNow({ robotKind, failureReason }: Told, failed: FailedNow | undefined): boolean {
  return failed !== undefined && robotKind === failed.robotKind && failureReason === failed.reason;
}

function isPutAway({ status }: Told): boolean {
  return Object.values(status).some((mine) => mine === 'dismissed' || mine === 'archived');
}
