import type { Clock } from '@cellwright/domain/basics';
import type { GripperCommand } from '@cellwright/equipment/capabilities';
import { parseEquipmentConfig } from '@cellwright/equipment/contracts';
import {
  BoxInMemory,
  createDriver,
  createFtpInMemory,
  createHttpInMemory,
  createLinesInMemory,
  createModbusInMemory,
  createScannerInMemory,
  type DeviceTransports,
} from '@cellwright/equipment/drivers';
import { type AnySim, createSim, setFault } from '@cellwright/equipment/sims';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { createConnectionTest } from './connection-test.ts';

const config = { kind: 'OnRobot2FG7' };
const slowMove: GripperCommand = {
  control: 'move',
  widthMeters: 0.04,
  direction: 'inward',
  speedFraction: 0.1,
  toleranceMeters: 0.001,
  waitForGrip: false,
};
const signal = new AbortController().signal;

function reach(clock: Clock, sim: AnySim): DeviceTransports {
  return {
    openModbus: createModbusInMemory(
      clock,
      () => sim.registers,
      () => sim.faults,
    ),
    openLines: createLinesInMemory(clock, () => sim.lines),
    openFtp: createFtpInMemory(clock, () => sim.files),
    openHttp: createHttpInMemory(clock, () => sim.http),
    openScanner: createScannerInMemory(clock, () => sim.cyclic),
  };
}

function startTest() {
  const clock = new VirtualClock();
  const parsed = parseEquipmentConfig(config);
  if (!parsed.isValid) throw new Error('The default configuration is valid');
  const sim = createSim(parsed.config, { clock, boxes: [] });
  const transports = reach(clock, sim);
  const findPort = async () => 20_001;
  const test = createConnectionTest({
    clock,
    transports: { toDevice: transports, toSimulator: transports },
    findPort,
  });
  return { clock, sim, test: () => test({ config, target: 'device' }, signal), transports };
}

describe('The connection test', () => {
  it('gives up after 5 s if the device is silent, and meanwhile runs no other test', async () => {
    const { clock, sim, test } = startTest();
    setFault(sim, 'silent', true);
    const waiting = test();
    await expect(test()).rejects.toMatchObject({ code: 'rate_limited' });
    await clock.advance(6100);
    expect(await waiting).toMatchObject({ outcome: 'noAnswer', elapsedMS: 5000, advice: expect.any(String) });
    setFault(sim, 'silent', false);
    const again = test();
    await clock.advance(2000);
    expect(await again).toMatchObject({ outcome: 'connected' });
  });

  it('leaves a device that moves for another client alone', async () => {
    const { clock, sim, test, transports } = startTest();
    const parsed = parseEquipmentConfig(config);
    if (!parsed.isValid) throw new Error('The default configuration is valid');
    const openPorts = () => new BoxInMemory(clock).open();
    const address = { host: '127.0.0.1', port: 20_001 };
    const driver = createDriver(parsed.config, { ...transports, address, clock, openPorts });
    driver.start();
    await clock.advance(100);
    const gripping = driver.capabilities.gripper?.actuate(slowMove, signal);
    await clock.advance(100);
    await gripping;
    const tested = test();
    await clock.advance(1000);
    expect(await tested).toMatchObject({ outcome: 'connected', state: { status: 'busy' } });
    expect(sim.simulated.gripper?.commands.map(({ kind }) => kind)).toEqual(['grip']);
    const closed = driver.close();
    await clock.advance(1000);
    await closed;
  });
});
