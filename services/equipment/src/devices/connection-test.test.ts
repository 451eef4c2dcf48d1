import type { Clock } from '@cellwright/domain/basics';
import type { ConnectionTestRequest } from '@cellwright/domain/equipment';
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
import { describe, expect, it, vi } from 'vitest';
import { createConnectionTest } from './connection-test.ts';

const slowMove: GripperCommand = {
  control: 'move',
  widthMeters: 0.04,
  direction: 'inward',
  speedFraction: 0.1,
  toleranceMeters: 0.001,
  waitForGrip: false,
};
const address = { host: '127.0.0.1', port: 20_001 };
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

function startTest(config: ConnectionTestRequest['config'] = { kind: 'OnRobot2FG7' }) {
  const clock = new VirtualClock();
  const connected: string[] = [];
  const parsed = parseEquipmentConfig(config);
  if (!parsed.isValid) throw new Error('The default configuration is valid');
  const sim = createSim(parsed.config, { clock, boxes: [] });
  const transports = reach(clock, sim);
  const findPort = async () => 20_001;
  const test = createConnectionTest({
    clock,
    transports: { toDevice: transports, toSimulator: transports },
    findPort,
    findConnected: () => connected[0],
  });
  const drive = () => {
    const openPorts = () => new BoxInMemory(clock).open();
    const driver = createDriver(parsed.config, { ...transports, address, clock, openPorts });
    driver.start();
    return driver;
  };
  return { clock, sim, connected, test: () => test({ config, target: 'device' }, signal), drive };
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
    const { clock, sim, test, drive } = startTest();
    const driver = drive();
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

  it('refuses a second connection to a weld machine, which has one owner', async () => {
    const { clock, connected, test, drive } = startTest({ kind: 'WeldMachineMiller' });
    const driver = drive();
    await clock.advance(100);
    connected.push('Welder');
    await expect(test()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining("'Welder'") });
    await clock.advance(1000);
    expect(driver.state()).toMatchObject({ connected: true });
    connected.pop();
    const closed = driver.close();
    await clock.advance(1000);
    await closed;
    const tested = test();
    await clock.advance(1000);
    expect(await tested).toMatchObject({ outcome: 'connected' });
  });

  it('shares the connection of a machine control with its device, and sends questions only', async () => {
    const { clock, sim, connected, test, drive } = startTest({ kind: 'CNCMachine', interface: 'haasNGC' });
    const asked = vi.spyOn(sim.lines ?? expect.fail('A Haas control has lines'), 'answer');
    const driver = drive();
    connected.push('Mill');
    await clock.advance(1000);
    const tested = test();
    await clock.advance(6000);
    expect(await tested).toMatchObject({ outcome: 'connected' });
    const sent = asked.mock.calls.map(([question]) => question);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter((question) => !question.startsWith('?Q'))).toEqual([]);
    const closed = driver.close();
    await clock.advance(1000);
    await closed;
  });
});
