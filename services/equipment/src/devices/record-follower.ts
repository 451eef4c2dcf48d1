import type { Clock, EquipmentRecord } from '@cellwright/domain';
import type { Logger } from '@cellwright/service-kit';

const retryMS = 1000;

export interface RecordFollowerDeps {
  readonly list: () => Promise<readonly EquipmentRecord[]>;
  /** Brought in line with the records, one after the other. */
  readonly followers: readonly { sync(records: readonly EquipmentRecord[]): Promise<void> }[];
  readonly clock: Clock;
  readonly log: Logger;
}

/** Brings drivers and simulators in line with the records; a change that could not be followed is followed later. */
export function createRecordFollower({ list, followers, clock, log }: RecordFollowerDeps) {
  let cancelRetry = () => {};
  let isClosed = false;

  const follow = async (): Promise<void> => {
    cancelRetry();
    if (isClosed) return;
    try {
      const records = await list();
      for (const follower of followers) await follower.sync(records);
    } catch (error) {
      // The record is saved: its save must not fail because of this.
      log.warn('the devices do not follow their records yet; it will be tried again', { error });
      if (!isClosed) cancelRetry = clock.schedule(retryMS, () => void follow());
    }
  };
  return {
    follow,
    close(): void {
      isClosed = true;
      cancelRetry();
    },
  };
}
