import { type Backup, type UpdateSettings, updateSettingsSchema, weekdays } from '@cellwright/domain/software';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { followBackupSchedule } from './backup-schedule.ts';

const hourMS = 3_600_000;
const backup: Backup = {
  ...{ id: 'backup_1', status: 'success', createdAt: '', reason: 'schedule', buildID: '1.0' },
  ...{ size: 1, sha256: '', rowCount: 1, isVerified: true, restoreStatus: 'none', lastErrorMessage: null },
};

function follow(settings: UpdateSettings, hasKey = true) {
  const clock = new VirtualClock();
  const made: Backup[] = [];
  const warnings: string[] = [];
  let isBusy = false;
  const end = followBackupSchedule({
    backups: {
      hasKey: async () => hasKey,
      list: async () => [...made].reverse(),
      async create(reason) {
        if (isBusy) throw new Error('Another backup is being made');
        const created: Backup = {
          ...backup,
          id: `backup_${made.length}`,
          reason,
          createdAt: clock.wallNow().toISOString(),
        };
        made.push(created);
        return created;
      },
    },
    readSettings: async () => settings,
    clock,
    log: { warn: (message) => void warnings.push(message) },
  });
  const setBusy = (value: boolean) => {
    isBusy = value;
  };
  return { clock, made, warnings, end, setBusy };
}

const nightly = updateSettingsSchema.parse({ backups: { days: weekdays, at: '02:30', kept: 3 } });

describe('The schedule of backups', () => {
  it('makes a backup at once, and then at each time', async () => {
    const { clock, made, end } = follow(nightly);
    await clock.advance(72 * hourMS + 60_000);
    await end();
    expect(made).toHaveLength(4);
    expect(made.slice(1).map(({ createdAt }) => createdAt.slice(11, 16))).toEqual(['02:30', '02:30', '02:30']);
  });

  it.each([
    ['without a schedule', updateSettingsSchema.parse({}), true],
    ['without a key', nightly, false],
  ])('makes none %s', async (_, settings, hasKey) => {
    const { clock, made, end } = follow(settings, hasKey);
    await clock.advance(48 * hourMS);
    await end();
    expect(made).toEqual([]);
  });

  it('tries again while another backup is being made', async () => {
    const { clock, made, warnings, end, setBusy } = follow(nightly);
    setBusy(true);
    await clock.advance(3 * 60_000);
    setBusy(false);
    await clock.advance(60_000);
    await end();
    expect([made.length, warnings.length]).toEqual([1, 3]);
  });
});
