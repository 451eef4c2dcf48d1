import { describe, expect, it } from 'vitest';
import { updateSettingsSchema } from './update-settings.ts';

const window = { days: ['monday'], from: '22:00', to: '04:00' };
const backups = { days: ['monday', 'sunday'], at: '03:00', kept: 7 };

describe('updateSettingsSchema', () => {
  it('accepts a window over midnight and a schedule', () => {
    expect(updateSettingsSchema.safeParse({ timeZone: 'Europe/Berlin', window, backups }).success).toBe(true);
  });

  it.each([
    ['a time zone that does not exist', { timeZone: 'Europe/Bonn' }],
    ['an empty time zone', { timeZone: '' }],
    ['a time without a leading zero', { window: { ...window, from: '2:00' } }],
    ['24:00', { window: { ...window, to: '24:00' } }],
    ['a window without length', { window: { ...window, to: '22:00' } }],
    ['no day', { window: { ...window, days: [] } }],
    ['a day twice', { backups: { ...backups, days: ['monday', 'monday'] } }],
    ['half a backup', { backups: { ...backups, kept: 2.5 } }],
    ['no backup', { backups: { ...backups, kept: 0 } }],
    ['a misspelt field of the window', { window: { ...window, until: '05:00' } }],
    ['a misspelt field of the backups', { backups: { ...backups, keep: 3 } }],
  ])('refuses %s', (_, change) => {
    expect(updateSettingsSchema.safeParse({ window, backups, ...change }).success).toBe(false);
  });
});
