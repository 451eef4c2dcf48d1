import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemblySizes, inputParts, writePart } from '@cellwright/domain/robot';
import { VirtualClock } from '@cellwright/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyReadings, type OpcUABench, startOpcUABench } from '../sockets/opcua/opcua-bench.fixture.ts';
import { type LinePeer, startLinePeer } from './peers.fixture.ts';

const patienceMS = 120_000;
let bench: OpcUABench;
let folder: string;
let peers: LinePeer[];
beforeAll(async () => {
  // On this clock the shown values do not grow old.
  bench = await startOpcUABench({ sessionTimeoutMS: 3000 }, new VirtualClock());
}, patienceMS);
afterAll(() => bench?.close(), patienceMS);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cellwright-asyncua-'));
  peers = [];
});
afterEach(async () => {
  await Promise.all(peers.map((peer) => peer.kill()));
  rmSync(folder, { recursive: true });
});

async function connect(password = 'a long password'): Promise<LinePeer> {
  const peer = startLinePeer('opcua', bench.server.endpoint, folder, 'ada', password);
  peers.push(peer);
  return peer;
}

const robot = {
  ...{ jointDegrees: [10, -20, 30, 0, 45.5, 90], speedOverride: 80, isInControl: true, payloadKg: 0 },
  ...{ operationalMode: 4, isEmergencyStopped: false, isProtectiveStopped: false, programName: 'Pick' },
  ...{ isProgramLoaded: true, executionMode: 1, userName: '' },
};

describe('asyncua', () => {
  it(
    'finds the robot by its types and sees an emergency stop',
    async () => {
      bench.server.show({ ...emptyReadings, robot });
      const client = await connect();
      expect(await client.next()).toEqual({ connected: true });
      const expected = { positions: robot.jointDegrees, program: 'Pick', override: 80, serial: 'C-1' };
      expect(await client.ask({ robot: true })).toEqual({ ...expected, emergencyStop: false });
      bench.server.show({ ...emptyReadings, robot: { ...robot, isEmergencyStopped: true } });
      expect(await client.ask({ robot: true })).toEqual({ ...expected, emergencyStop: true });
      await client.end();
    },
    patienceMS,
  );

  it(
    'reads and writes variables by their names, while the session stays alive',
    async () => {
      const inputs = new Uint8Array(assemblySizes.input);
      for (const part of inputParts) writePart(inputs, part, 3);
      bench.server.show({ ...emptyReadings, inputs });
      const client = await connect();
      await client.next();
      expect(await client.ask({ name: 'CycleCount' })).toEqual({ value: 3 });
      expect(await client.ask({ name: 'Control.HasControl' })).toEqual({ value: true });
      expect(await client.ask({ name: 'Command', type: 'Byte', value: 1 })).toEqual({ status: 'Good' });
      expect(bench.recorded.writes.at(-1)?.values).toEqual({ Command: 1 });
      expect(await client.ask({ name: 'Status', type: 'Byte', value: 1 })).toEqual({ status: 'BadNotWritable' });
      bench.recorded.answer = 'busy';
      expect(await client.ask({ name: 'Command', type: 'Byte', value: 2 })).toEqual({
        status: 'BadResourceUnavailable',
      });
      bench.recorded.answer = 'accepted';
      await client.end();
      expect(bench.recorded.ended.at(-1)).toMatchObject({ isLost: false });
    },
    patienceMS,
  );

  it(
    'starts and stops the task by its methods, for the user of its session',
    async () => {
      const [running, play, stop] = [2, 1, 8];
      const show = (status: number, echo: number) => {
        const inputs = new Uint8Array(assemblySizes.input);
        inputs.set([status, 1, echo, 1]);
        bench.server.show({ ...emptyReadings, inputs, robot });
      };
      show(1, play);
      const client = await connect();
      await client.next();
      bench.recorded.writes.length = 0;
      expect(await client.ask({ call: 'Start' })).toEqual({ status: 0, state: 'Ready' });
      show(running, play);
      expect(await client.ask({ call: 'Stop' })).toEqual({ status: 0, state: 'Executing' });
      expect(bench.recorded.writes.map(({ values }) => values.Command)).toEqual([0, play, 0, stop, 0]);
      bench.recorded.answer = 'forbidden';
      expect(await client.ask({ call: 'Start' })).toEqual({ status: 'BadUserAccessDenied' });
      bench.recorded.answer = 'accepted';
      await client.end();
    },
    patienceMS,
  );

  it(
    'is refused with a wrong password',
    async () => {
      const client = await connect('a wrong password');
      expect(await client.next()).toEqual({ error: 'BadUserAccessDenied' });
    },
    patienceMS,
  );

  it(
    'is lost when it is killed',
    async () => {
      const client = await connect();
      await client.next();
      const { id = '' } = bench.recorded.opened.at(-1) ?? {};
      await client.kill();
      await vi.waitFor(() => expect(bench.recorded.ended).toContainEqual({ sessionID: id, isLost: true }), {
        timeout: 30_000,
        interval: 50,
      });
    },
    patienceMS,
  );
});
