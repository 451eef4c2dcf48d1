import { createServer, type Server } from 'node:net';
import { inspectEquipment } from '@cellwright/calls';
import { trafficLimits } from '@cellwright/equipment/drivers';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { type EquipmentCell, moveTo, startCellBeforeEach } from './testing/equipment-cell.fixture.ts';

let cell: EquipmentCell;
startCellBeforeEach((started) => {
  cell = started;
});

const inspect = async (asked: z.input<typeof inspectEquipment.input> = {}) =>
  cell.calls.ask(inspectEquipment, asked, { robot: { isTwin: false, stopEpoch: 1 } });
const registers = [{ id: 'a', name: 'A', offset: 4, format: 'uint32' }];
/** Returns a port that no server listens on. */
async function findClosedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
const onlyGripper = async () => {
  const [gripper] = await cell.list();
  return gripper?.id ?? '';
};

describe('inspectEquipment', () => {
  it('returns the state and the traffic of every device, as the session reaches it', async () => {
    const gripperID = await onlyGripper();
    const press = await cell.create({ config: { kind: 'ModbusTCPServer', name: 'Press', registers }, isEnabled: true });
    expect(await cell.actuate(moveTo(0.05), { equipmentId: gripperID })).toMatchObject({ ok: true });
    const { devices } = await inspect();
    expect(devices.map(({ id }) => id).toSorted()).toEqual([gripperID, press.id].toSorted());
    for (const { state, connections, errors } of devices) {
      expect(state).toMatchObject({ connected: true });
      expect(errors).toEqual([]);
      const frames = connections.flatMap((connection) => connection.frames);
      expect(new Set(frames.map(({ direction }) => direction))).toEqual(new Set(['sent', 'received']));
      expect(connections).toEqual([expect.objectContaining({ protocol: 'modbus', closedAt: null, problem: null })]);
    }
  });

  it('returns more frames of a single device, within its limit', async () => {
    const id = await onlyGripper();
    await cell.actuate(moveTo(0.05), { equipmentId: id });
    await cell.actuate(moveTo(0.02), { equipmentId: id });
    const { devices } = await inspect({ id });
    expect(devices.map((device) => device.id)).toEqual([id]);
    const [connection] = devices[0]?.connections ?? [];
    expect(connection?.frames.length).toBeLessThanOrEqual(trafficLimits.framesPerConnection);
    expect(connection?.frameCount).toBeGreaterThanOrEqual(connection?.frames.length ?? Number.NaN);
    const sequences = connection?.frames.map(({ sequence }) => sequence) ?? [];
    expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
  });

  it('returns errors with their times, newest first: of the state and of failed commands', async () => {
    const config = { kind: 'OnRobot2FG7', name: 'Left', host: '127.0.0.1', port: await findClosedPort() };
    const { id } = await cell.create({ config });
    const before = new Date().toISOString();
    await cell.state(id, 'live');
    const result = await cell.actuate(moveTo(0.05), { equipmentId: id, session: 'live' });
    const { devices } = await inspect({ id, robotKind: 'live' });
    const errors = devices[0]?.errors ?? [];
    expect(result).toMatchObject({ ok: false, failure: { reason: 'unreachable' } });
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining("'Left'"), devices[0]?.state.error]);
    expect(errors[1]?.message).toContain('ECONNREFUSED');
    expect(devices[0]?.connections[0]).toMatchObject({ problem: expect.stringContaining('ECONNREFUSED'), frames: [] });
    for (const { at } of errors) expect(at >= before && at <= new Date().toISOString()).toBe(true);
    expect((await inspect({ id })).devices[0]?.errors).toEqual([]);
  });

  it('never returns the token of a device, neither in headers nor elsewhere', async () => {
    const token = 'tell-nobody-7';
    const received: string[] = [];
    const server = createServer((socket) => {
      socket.on('data', (data) => {
        received.push(data.toString('latin1'));
        socket.end(`HTTP/1.1 401 Unauthorized\r\nX-Echo: ${token}\r\nContent-Length: 0\r\n\r\n`);
      });
      socket.on('error', () => socket.destroy());
    });
    const port = await listen(server);
    const config = { kind: 'SecondaryControlBox', name: 'Other box', host: '127.0.0.1', port, token };
    const { id } = await cell.create({ config, isEnabled: true });
    await cell.state(id, 'live');
    const { devices } = await inspect({ id, robotKind: 'live' });
    const frames = devices[0]?.connections.flatMap((connection) => connection.frames) ?? [];
    const text = frames.map(({ hex }) => Buffer.from(hex, 'hex').toString('latin1')).join('');
    expect(received.join('')).toContain(token);
    expect(text).toMatch(/authorization:\*+\r\n/i);
    expect(text).toContain(`X-Echo: ${'*'.repeat(token.length)}\r\n`);
    expect(text).not.toContain(token);
    server.close();
  });

  it('returns the reason for a device that the session cannot reach', async () => {
    const { id } = await cell.create({ config: { kind: 'OnRobot2FG7', name: 'Spare' }, isEnabled: false });
    expect((await inspect({ id })).devices).toMatchObject([
      { isEnabled: false, state: { connected: false, error: expect.stringContaining('is disabled') }, connections: [] },
    ]);
    await expect(inspect({ id: 'equipment_gone' })).rejects.toMatchObject({ code: 'not_found' });
  });
});
