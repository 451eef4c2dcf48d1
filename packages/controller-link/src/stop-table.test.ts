import { recoveryOf } from '@cellwright/domain/robot';
import { describe, expect, test } from 'vitest';
import { isStopKind, stopTable } from './stop-table.ts';

const rows = Object.entries(stopTable);

describe('stopTable', () => {
  test('engages the brakes after emergency stops, brake requests and lost commanders, and otherwise keeps power on', () => {
    const braked = rows.filter(([, { category }]) => category === 1).map(([kind]) => kind);
    expect(braked).toEqual([
      'emergencyStop',
      'emergencyStopInput',
      'brakeRequest',
      'commanderLost',
      'controlFault',
      'unbrakeFailed',
      'safetyWatchdog',
      'inputsDisagree',
      'armControlTimeout',
      'powerBoard',
      'shutdown',
    ]);
  });

  test('starts a new epoch for every stop that cannot be resumed', () => {
    const without = rows.filter(([, { startsEpoch }]) => !startsEpoch).map(([kind]) => kind);
    expect(without).toEqual(['pause', 'safeguard', 'jogTimeout', 'guidedModeTimeout', 'contact']);
  });

  test.each(rows)('gives %s the recovery of the failure catalogue', (_, { failure }) => {
    expect(failure === null || recoveryOf[failure.kind] === failure.recovery).toBe(true);
  });

  test.each(rows)('describes %s to users without internal words', (_, { title, toMoveAgain }) => {
    expect(`${title}. ${toMoveAgain}`).not.toMatch(/commander|takes? command|took command/i);
  });

  test('recognises only its own rows', () => {
    expect(isStopKind('pause')).toBe(true);
    expect(isStopKind('toString')).toBe(false);
  });
});
