import { parseEquipmentConfig } from '@cellwright/equipment/contracts';
import {
  createFtpInMemory,
  createHttpInMemory,
  createLinesInMemory,
  createModbusInMemory,
  createScannerInMemory,
} from '@cellwright/equipment/drivers';
import { createSim } from '@cellwright/equipment/sims';
import { VirtualClock } from '@cellwright/testkit';
import { expect, it } from 'vitest';
import { createConnectionTest } from './connection-test.ts';

it('a connection test finds a camera, and leaves its settings as they are', async () => {
  const clock = new VirtualClock();
  const config = { kind: 'CustomCamera', brightness: 12 };
  const parsed = parseEquipmentConfig(config);
  if (!parsed.isValid) throw new Error('The configuration is valid');
  const sim = createSim(parsed.config, { clock, boxes: [] });
  const methods: string[] = [];
  const openHttp = createHttpInMemory(clock, () => sim.http);
  const transports = {
    openModbus: createModbusInMemory(
      clock,
      () => sim.registers,
      () => sim.faults,
    ),
    openLines: createLinesInMemory(clock, () => sim.lines),
    openFtp: createFtpInMemory(clock, () => sim.files),
    openScanner: createScannerInMemory(clock, () => sim.cyclic),
    openHttp: (target: Parameters<typeof openHttp>[0]) => {
      const http = openHttp(target);
      return {
        ask: (...[question, options]: Parameters<typeof http.ask>) => {
          methods.push(question.method);
          return http.ask(question, options);
        },
        close: () => http.close(),
      };
    },
  };
  const test = createConnectionTest({
    clock,
    transports: { toDevice: transports, toSimulator: transports },
    findPort: async () => 20_001,
    findConnected: () => undefined,
  });
  const tested = test({ config, target: 'device' }, new AbortController().signal);
  await clock.advance(6100);
  expect(await tested).toMatchObject({ outcome: 'connected', state: { connected: true, camera: 'connected' } });
  expect(new Set(methods)).toEqual(new Set(['GET']));
});
