import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  deviceCaseNames,
  isLossWrong,
  killAfterCommand,
  type OutlivingDevices,
  startDevices,
} from './device-loss.fixture.ts';
import { type FaultCell, startFaultCell } from './fault-cell.fixture.ts';

let faults: FaultCell;
let devices: OutlivingDevices;
inExhaustiveRuns(() => {
  beforeAll(async () => {
    faults = await startFaultCell('processes', { RUN_SIMULATORS: 'false' });
    devices = await startDevices(faults);
  }, 120_000);
  afterAll(async () => {
    await faults.remove();
    await devices.close();
  }, 60_000);

  describe('routine runner killed between a command to a device and its outcome (R2)', () => {
    it.each(deviceCaseNames)(
      'never commands the %s twice and reports an unknown result as unknown',
      async (name) => {
        const loss = await killAfterCommand(faults, devices, name, 0);
        expect(isLossWrong(loss), JSON.stringify(loss)).toBe(false);
        expect(loss.commands).toBeGreaterThanOrEqual(3);
        expect(loss.lastResult).toBe('unknown');
      },
      90_000,
    );
  });
});
