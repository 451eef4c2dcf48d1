import { type Clock, rest } from '@cellwright/domain/basics';
import type { UpdateSettings } from '@cellwright/domain/software';
import type { Logger } from '@cellwright/service-kit';
import { isBackupDue } from '../domain/cell-time.ts';
import type { Backups } from './backups.ts';

export interface BackupScheduleDeps {
  readonly backups: Pick<Backups, 'list' | 'create' | 'hasKey'>;
  readonly readSettings: () => Promise<UpdateSettings>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}

const lookEveryMS = 60_000;

/** Makes backups at the times of the settings. @returns a function that ends this. */
export function followBackupSchedule(deps: BackupScheduleDeps): () => Promise<void> {
  const { clock, log } = deps;
  const closing = new AbortController();
  const follow = async () => {
    while (!closing.signal.aborted) {
      await rest(clock, lookEveryMS, closing.signal);
      if (closing.signal.aborted) return;
      await makeIfDue(deps).catch((error: unknown) => log.warn('a scheduled backup was not made', { error }));
    }
  };
  const following = follow();
  return async () => {
    closing.abort();
    await following;
  };
}

async function makeIfDue({ backups, readSettings, clock }: BackupScheduleDeps): Promise<void> {
  const { backups: schedule, timeZone } = await readSettings();
  if (schedule === null || !(await backups.hasKey())) return;
  const last = (await backups.list()).find(({ reason }) => reason === 'schedule');
  const lastAt = last && new Date(last.createdAt);
  if (isBackupDue(schedule, timeZone, clock.wallNow(), lastAt)) await backups.create('schedule');
}
