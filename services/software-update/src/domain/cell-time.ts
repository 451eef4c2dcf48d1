import { type BackupSchedule, type UpdateWindow, type Weekday, weekdays } from '@cellwright/domain/software';

/** A moment on the clock of a time zone. */
export interface CellTime {
  /** Days since 1970-01-01 in the time zone. */
  readonly day: number;
  readonly weekday: Weekday;
  /** Minutes since midnight, as the clock shows them. */
  readonly minutes: number;
}

const dayMS = 86_400_000;
/** 1970-01-01 was a Thursday. */
const firstWeekday = weekdays.indexOf('thursday');

/** Returns the time that a clock in the time zone shows. */
export function readCellTime(at: Date, timeZone: string): CellTime {
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric' },
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const read = (type: 'year' | 'month' | 'day' | 'hour' | 'minute') => parts.get(type) ?? 0;
  const day = Date.UTC(read('year'), read('month') - 1, read('day')) / dayMS;
  return { day, weekday: weekdayOn(day), minutes: read('hour') * 60 + read('minute') };
}

function weekdayOn(day: number): Weekday {
  return weekdays[(((day + firstWeekday) % 7) + 7) % 7] ?? 'monday';
}

function readMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** True if an update may begin now. A window that ends before it begins belongs to the day on which it begins. */
export function isWindowOpen({ days, from, to }: UpdateWindow, timeZone: string, at: Date): boolean {
  const { day, weekday, minutes } = readCellTime(at, timeZone);
  const [begin, end] = [readMinutes(from), readMinutes(to)];
  if (begin < end) return days.includes(weekday) && minutes >= begin && minutes < end;
  return (days.includes(weekday) && minutes >= begin) || (days.includes(weekdayOn(day - 1)) && minutes < end);
}

/** Returns a window for users. */
export function describeWindow({ days, from, to }: UpdateWindow, timeZone: string): string {
  const names = weekdays.filter((day) => days.includes(day)).map((day) => `${day[0]?.toUpperCase()}${day.slice(1)}`);
  const which = names.length === weekdays.length ? 'every day' : names.join(', ');
  return `Updates begin ${which} from ${from} to ${to} (${timeZone})`;
}

/**
 * True if a scheduled time has passed since the last backup. A clock that skips the time, or shows it twice, causes one
 * backup.
 */
export function isBackupDue(schedule: BackupSchedule, timeZone: string, now: Date, last: Date | undefined): boolean {
  if (last === undefined) return true;
  return findSlot(schedule, readCellTime(now, timeZone)) > findSlot(schedule, readCellTime(last, timeZone));
}

/** Returns the newest day of the schedule whose time has come. */
function findSlot({ days, at }: BackupSchedule, { day, minutes }: CellTime): number {
  for (let slot = day; slot > day - 8; slot -= 1) {
    const hasCome = slot < day || minutes >= readMinutes(at);
    if (hasCome && days.includes(weekdayOn(slot))) return slot;
  }
  return day - 8;
}
