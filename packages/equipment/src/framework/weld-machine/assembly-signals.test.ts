import { usualLayout } from '@cellwright/ethernet-ip';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { parseEquipmentConfig } from '../../contracts.ts';
import { createDriver, createScannerInMemory } from '../../drivers.ts';
import { otherTransports } from '../../testing/assembly-welder.fixture.ts';
import { FakeBox } from '../../testing/fake-box.fixture.ts';
import type { CyclicBank } from '../../transport/scanner.ts';

/** A machine that reports an error number at byte 2, ready at bit 0.1. */
function startMachine() {
  const clock = new VirtualClock();
  const machine: { errorNumber: number; outputs: Uint8Array } = { errorNumber: 0, outputs: new Uint8Array(32) };
  let tell: () => void = () => undefined;
  const bank: CyclicBank = {
    layout: usualLayout,
    open: () => ({
      readInputs: () =>
        Uint8Array.of(2, 0, machine.errorNumber & 0xff, machine.errorNumber >> 8, ...new Uint8Array(28)),
      onChange: (listener) => {
        tell = listener;
      },
      take: (outputs) => {
        machine.outputs = outputs ?? new Uint8Array(32);
      },
      close: () => undefined,
    }),
  };
  const parsed = parseEquipmentConfig({
    kind: 'WeldMachineGeneric',
    interface: 'ethernetIP',
    schedule: 700,
    positions: { errorNumber: '2', voltageRead: 'none', errorReset: 'none', scheduleWord: '8' },
  });
  if (!parsed.isValid) throw new Error(parsed.config.problems.join());
  const box = new FakeBox(clock);
  const driver = createDriver(parsed.config, {
    ...{ address: { host: '127.0.0.1', port: 1 }, clock, ...otherTransports },
    openScanner: createScannerInMemory(clock, () => bank),
    openPorts: () => box.open(),
  });
  driver.start();
  const start = () => driver.capabilities.welder?.actuate({ action: 'startArc' }, new AbortController().signal);
  const report = async (errorNumber: number) => {
    machine.errorNumber = errorNumber;
    tell();
    await clock.advance(300);
  };
  return { clock, machine, box, driver, start, report };
}

describe('A weld machine with an error number', () => {
  it('starts no arc while the number is not 0, and the failure contains it', async () => {
    const { clock, driver, start, report } = startMachine();
    await clock.advance(100);
    await report(259);
    const message = 'The weld machine reports error 259. Its display shows the cause';
    expect(await start()).toMatchObject({ ok: false, failure: { reason: 'deviceFault', message } });
    expect(driver.state()).toMatchObject({ welder: { arc: 'off', fault: 'machineFault' } });
    await report(0);
    expect(driver.state()).toMatchObject({ welder: { arc: 'off' } });
  });
});

describe('A weld machine on a network', () => {
  it('receives the schedule, and robot ready while the controller holds the arc permit', async () => {
    const { clock, machine, box, start } = startMachine();
    await clock.advance(100);
    expect([machine.outputs[8], machine.outputs[9]]).toEqual([700 & 0xff, 700 >> 8]);
    const started = start();
    await clock.advance(100);
    expect(machine.outputs[0]).toBe(0b110);
    await clock.advance(300);
    expect(machine.outputs[0]).toBe(0b111);
    box.endHolds();
    await clock.advance(20);
    expect((machine.outputs[0] ?? 0) & 0b11).toBe(0);
    await clock.advance(3000);
    expect(await started).toMatchObject({ ok: false });
  });
});
