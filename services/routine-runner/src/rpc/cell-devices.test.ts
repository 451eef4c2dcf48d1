import { randomUUID } from 'node:crypto';
import type { EquipmentRecord } from '@cellwright/domain/equipment';
import type { ForceSample } from '@cellwright/equipment/capabilities';
import { EquipmentServiceService } from '@cellwright/proto/equipment';
import { createMetrics, silentLogger } from '@cellwright/service-kit';
import { grpcService, startGrpcServer } from '@cellwright/service-kit/grpc';
import { anyCaller, anyPeers } from '@cellwright/service-kit/testing/peers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectEquipment, findBase } from './cell-devices.ts';

const gripper = recordOf('equipment_1', { kind: 'OnRobot2FG7', name: 'Claw', tcpDistance: 0.2 }, false);
const stranger = recordOf('equipment_2', { kind: 'Levitator', name: 'Levitator' }, true);
const records = new Map([gripper, stranger].map((record) => [record.id, record]));
const held: string[] = [];
let result: unknown = { ok: false, stopped: true };

let server: Awaited<ReturnType<typeof startGrpcServer>>;
let devices: ReturnType<typeof connectEquipment>;

beforeAll(async () => {
  const unused = () => Promise.reject(new Error('not in this test'));
  const service = grpcService(EquipmentServiceService, {
    listEquipment: async () => ({ recordsJson: [...records.values()].map(toJson), onFlange: [] }),
    actuate: async () => ({ resultJson: toJson(result) }),
    holdOnFlange: async ({ equipmentId }) => {
      held.push(equipmentId);
      return {};
    },
    getLiveState: unused,
    runVisionMethod: unused,
    stopDevices: unused,
    sendHttpRequest: unused,
    async *followCamera() {},
    async *followForce({ equipmentId }) {
      yield { force: [0, 0, -12.5], torque: [0.1, 0, 0], problem: '' };
      yield { force: [], torque: [], problem: `${equipmentId} does not answer` };
    },
  });
  server = await startGrpcServer({ callers: anyCaller, port: 0, services: [service], log: silentLogger });
  devices = connectEquipment(
    server.address,
    anyPeers('routine-runner').proofs,
    createMetrics({ defaults: false }),
    silentLogger,
  );
});
afterAll(async () => {
  devices.channel.close();
  await server.close(AbortSignal.abort());
});

describe('the devices of the cell', () => {
  it('count as tools when their kind describes one, enabled or disabled', async () => {
    expect(await devices.equipment.findTool('equipment_1')).toMatchObject({
      equipmentID: 'equipment_1',
      name: 'Claw',
      tcp: { z: 0.2 },
      massKg: 1.1,
    });
    expect(await devices.equipment.findTool('equipment_2')).toBeUndefined();
    expect(await devices.equipment.findTool('gone')).toBeUndefined();
    expect(await devices.equipment.listTools()).toEqual([
      { equipmentID: 'equipment_1', name: 'Claw', isEnabled: false },
    ]);
  });

  it('measure forces with the one sensor that is switched on', async () => {
    expect(await devices.equipment.findForceSensor()).toEqual({ ok: true, value: undefined });
    const sensor = (id: string, isEnabled: boolean) =>
      records.set(id, recordOf(id, { kind: 'OnRobotHEXE', name: `HEX ${id}` }, isEnabled));
    sensor('f1', true);
    sensor('f2', false);
    expect(await devices.equipment.findForceSensor()).toEqual({
      ok: true,
      value: { equipmentID: 'f1', name: 'HEX f1' },
    });
    sensor('f2', true);
    expect(await devices.equipment.findForceSensor()).toMatchObject({
      failure: {
        kind: 'ExecutionFailure',
        message: expect.stringContaining("sensor: 'HEX f1', 'HEX f2'. Disable all"),
      },
    });
    records.delete('f1');
    records.delete('f2');
  });

  it('report the measurements of a force sensor, their absence, and the end of its stream', async () => {
    const samples: ForceSample[] = [];
    const request = { robotKind: 'simulated', isTwin: false, equipmentID: 'f1' } as const;
    const end = devices.equipment.followForce(request, (sample) => samples.push(sample));
    await vi.waitFor(() => expect(samples).toHaveLength(3));
    end();
    expect(samples).toEqual([
      { ok: true, force: [0, 0, -12.5], torque: [0.1, 0, 0] },
      { ok: false, problem: 'f1 does not answer' },
      { ok: false, problem: 'the equipment service ended its line' },
    ]);
  });

  it('learn which of them is on the flange', async () => {
    await devices.equipment.holdOnFlange('simulated', 'equipment_1');
    await devices.equipment.holdOnFlange('simulated', null);
    expect(held).toEqual(['equipment_1', '']);
  });

  it('report a failure for a command that ends as stopped without a stop of the run', async () => {
    expect(await actuate(new AbortController().signal)).toMatchObject({
      ok: false,
      failure: { kind: 'GripperFailure', message: expect.stringContaining('Check it before continuing') },
    });
  });

  it('report why a command failed', async () => {
    const failure = { kind: 'GripperFailure', reason: 'outcomeUnknown', message: 'Switched off', mayRetry: false };
    result = { ok: false, failure };
    expect(await actuate(new AbortController().signal)).toMatchObject({ failure: { message: 'Switched off' } });
  });
});

function actuate(signal: AbortSignal) {
  return devices.equipment.actuate(
    {
      robotKind: 'simulated',
      isTwin: false,
      stopEpoch: 1,
      capability: 'gripper',
      equipmentID: undefined,
      command: { control: 'move', widthMeters: 0.05, direction: 'inward', toleranceMeters: 0.003, waitForGrip: true },
      idempotencyKey: randomUUID(),
    },
    signal,
  );
}

function recordOf(id: string, config: EquipmentRecord['config'], isEnabled: boolean): EquipmentRecord {
  return { id, config, isEnabled };
}

function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

describe('the base of a cell with a lift', () => {
  const lift = recordOf('lift', { kind: 'Lift', name: 'Lift' }, true);
  const at = (state: object) => findBase([lift], async () => ({ connected: true, status: 'idle', ...state }));

  it('has the height that the lift reports', async () => {
    expect(await at({ heightMeters: 0.4 })).toMatchObject({ x: 0, z: expect.closeTo(1.125, 12) });
  });

  it.each([{ status: 'busy', heightMeters: 0.4 }, { connected: false }, {}])('stays unknown with %j', async (state) => {
    await expect(at(state)).rejects.toThrow("'Lift' does not report the height of the arm");
  });

  it('ignores a disabled lift', async () => {
    expect(await findBase([{ ...lift, isEnabled: false }], () => Promise.reject(new Error('asked')))).toBeUndefined();
  });
});
