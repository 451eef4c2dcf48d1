import type { Clock } from '@cellwright/domain/basics';
import { systemClock } from '@cellwright/service-kit';

/** The machine's monotonic clock, the same in every process, so that logs of several processes can be compared. */
export const machineClock: Clock = { ...systemClock, now: () => Number(process.hrtime.bigint()) / 1e6 };
