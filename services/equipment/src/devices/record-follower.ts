import type { Clock } from '@cellwright/domain/basics';
import type { EquipmentRecord } from '@cellwright/domain/equipment';
import type { Logger } from '@cellwright/service-kit';

const retryMS = 1000;

export interface RecordFollowerDeps {
  readonly list: () => Promise<readonly EquipmentRecord[]>;
  /** Followers that are synchronised with the records, one after the other. */
  readonly followers: readonly { sync(records: readonly EquipmentRecord[]): Promise<void> }[];
  readonly clock: Clock;
  readonly log: Logger;
}

/** Synchronises drivers and simulators with the records; retries a failed change later. */
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
      log.warn('the devices do not follow their records yet; retrying', { error });
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
