import { type UpdateWindow, type Weekday, weekdays } from '@cellwright/domain/software';
import { propertyRuns } from '@cellwright/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeWindow, isBackupDue, isWindowOpen, readCellTime } from './cell-time.ts';

const zone = 'Europe/Berlin';
const at = (text: string) => new Date(text);
const everyDay = [...weekdays];
const minuteMS = 60_000;

describe('readCellTime', () => {
  it('reads the clock of the time zone, also across midnight and summer time', () => {
    expect(readCellTime(at('2026-11-29T23:30:00Z'), zone)).toMatchObject({ weekday: 'monday', minutes: 30 });
    expect(readCellTime(at('2026-07-01T22:30:00Z'), zone)).toMatchObject({ weekday: 'thursday', minutes: 30 });
    expect(readCellTime(at('1970-01-01T00:00:00Z'), 'UTC')).toEqual({ day: 0, weekday: 'thursday', minutes: 0 });
  });
});

describe('isWindowOpen', () => {
  const night: UpdateWindow = { days: ['saturday'], from: '22:00', to: '04:00' };

  it.each<[string, boolean]>([
    ['2026-11-28T20:59:00Z', false],
    ['2026-11-28T21:00:00Z', true],
    ['2026-11-29T02:59:00Z', true],
    ['2026-11-29T03:00:00Z', false],
    ['2026-11-28T02:00:00Z', false],
    ['2026-11-29T21:30:00Z', false],
  ])('includes the night after its day: %s', (time, isOpen) => {
    expect(isWindowOpen(night, zone, at(time))).toBe(isOpen);
  });

  it('opens for its whole length on each of its days, for any window', () => {
    const minutes = fc.integer({ min: 0, max: 1439 });
    const days = fc.uniqueArray(fc.constantFrom<Weekday>(...weekdays), { minLength: 1 });
    const text = (value: number) =>
      `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`;
    fc.assert(
      fc.property(minutes, minutes, days, (from, to, chosen) => {
        fc.pre(from !== to);
        const window = { days: chosen, from: text(from), to: text(to) };
        const monday = at('2026-06-01T00:00:00Z').getTime();
        let open = 0;
        for (let minute = 0; minute < 7 * 1440; minute += 1)
          if (isWindowOpen(window, 'UTC', new Date(monday + minute * minuteMS))) open += 1;
        expect(open).toBe(((to - from + 1440) % 1440) * chosen.length);
      }),
      { numRuns: propertyRuns(3, 100) },
    );
  });
});

describe('describeWindow', () => {
  it('names the days, the times and the time zone', () => {
    expect(describeWindow({ days: ['sunday', 'saturday'], from: '22:00', to: '04:00' }, zone)).toBe(
      'Updates begin Saturday, Sunday from 22:00 to 04:00 (Europe/Berlin)',
    );
    expect(describeWindow({ days: everyDay, from: '01:00', to: '02:00' }, zone)).toContain('every day');
  });
});

describe('isBackupDue', () => {
  const nightly = { days: everyDay, at: '02:30', kept: 5 };

  it('creates the first backup at once', () => {
    expect(isBackupDue(nightly, zone, at('2026-11-29T12:00:00Z'), undefined)).toBe(true);
  });

  it.each([
    ['a usual week', '2026-11-20T12:00:00Z', nightly, 7],
    ['the night in which 02:30 is skipped', '2026-03-25T12:00:00Z', nightly, 7],
    ['the night in which 02:30 is shown twice', '2026-10-22T12:00:00Z', nightly, 7],
    ['two days of a week', '2026-11-20T12:00:00Z', { ...nightly, days: ['monday', 'friday'] as Weekday[] }, 2],
  ])('makes one backup for each time of the schedule, in %s', (_, begin, schedule, count) => {
    let last = at(begin);
    let made = 0;
    for (let minute = 1; minute <= 7 * 1440; minute += 5) {
      const now = new Date(at(begin).getTime() + minute * minuteMS);
      if (!isBackupDue(schedule, zone, now, last)) continue;
      made += 1;
      last = now;
    }
    expect(made).toBe(count);
  });

  it('creates one backup after the cell was off for weeks', () => {
    const now = at('2026-11-29T12:00:00Z');
    expect(isBackupDue(nightly, zone, now, at('2026-10-01T12:00:00Z'))).toBe(true);
    expect(isBackupDue(nightly, zone, at('2026-11-29T12:01:00Z'), now)).toBe(false);
  });
});
