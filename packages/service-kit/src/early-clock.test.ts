import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readBuildTime, warnOfEarlyClock } from './early-clock.ts';

const builtAt = new Date('2026-11-28T06:00:00Z');

function warningsAt(now: Date, built: Date | undefined): unknown[] {
  const warnings: unknown[] = [];
  warnOfEarlyClock({ warn: (...said) => void warnings.push(said) }, now, built);
  return warnings;
}

describe('warnOfEarlyClock', () => {
  it('warns while the clock is before the build of the program', () => {
    expect(warningsAt(new Date('2000-01-01T00:00:00Z'), builtAt)).toEqual([
      [expect.stringContaining('Set the clock'), { clock: '2000-01-01T00:00:00.000Z', builtAt: builtAt.toISOString() }],
    ]);
  });

  it.each([builtAt, new Date('2026-11-27T18:00:00Z'), new Date('2031-01-01T00:00:00Z')])(
    'does not warn at %s, which may be right',
    (now) => {
      expect(warningsAt(now, builtAt)).toEqual([]);
    },
  );

  it('does not warn if the time of the build is unknown', () => {
    expect(warningsAt(new Date(0), readBuildTime('/nowhere/main.js'))).toEqual([]);
    expect(readBuildTime(undefined)).toBeUndefined();
  });

  it('compares with the modification time of the program', () => {
    expect(readBuildTime(fileURLToPath(import.meta.url))?.getTime()).toBeGreaterThan(0);
  });
});
