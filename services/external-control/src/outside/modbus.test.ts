import { silentLogger, systemClock } from '@cellwright/service-kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createModbusBank } from '../domain/modbus-bank.ts';
import { Ownership } from '../domain/ownership.ts';
import { WrittenCommands } from '../domain/written-commands.ts';
import { type ModbusServer, openModbusServer } from '../sockets/modbus-server.ts';
import { type LinePeer, startLinePeer } from './peers.fixture.ts';

const inputs = Uint8Array.from({ length: 32 }, (_, index) => index);
let server: ModbusServer;
let commands: WrittenCommands;
let sent: string[];
let losses: string[];
let peers: LinePeer[];

beforeEach(async () => {
  sent = [];
  losses = [];
  peers = [];
  commands = new WrittenCommands({
    protocol: 'modbus',
    ...{ ownership: new Ownership(systemClock), clock: systemClock, watchdogMS: 1500 },
    onCommand: (name) => void sent.push(name),
    onOwnerLost: (peer) => void losses.push(peer),
  });
  server = await openModbusServer({
    ...{ host: '127.0.0.1', port: 0, allowedClients: [], clock: systemClock, log: silentLogger },
    createBank: (client) => createModbusBank({ client, commands, readInputs: () => inputs }),
    onEnd: (client) => commands.endConnection(client),
  });
});
afterEach(async () => {
  commands.release();
  await Promise.all(peers.map((peer) => peer.kill()));
  await server.close();
});

async function connect(): Promise<LinePeer> {
  const peer = startLinePeer('modbus', '127.0.0.1', String(server.port));
  peers.push(peer);
  expect(await peer.next()).toEqual({ connected: true });
  return peer;
}

const words = (registers: readonly number[]) => ({ registers, bits: [] });

describe('pymodbus', () => {
  it('reads every table and writes by every function, as any unit', async () => {
    const client = await connect();
    const ask = (method: string, given: object, unit = 1) => client.ask([method, given, unit]);
    const all = [...[0, 1, 2, 3, 0x0504, 0x0706], ...[0x0b0a, 0x0908, 0x0f0e, 0x0d0c, 0x1110, 18, 19]];
    for (const unit of [0, 1, 255])
      expect(await ask('read_input_registers', { address: 0, count: 13 }, unit)).toEqual(words(all));
    expect(await ask('read_holding_registers', { address: 106, count: 2 })).toEqual(words([0x0b0a, 0x0908]));
    expect(await ask('read_discrete_inputs', { address: 16, count: 8 })).toMatchObject({
      bits: [false, true, false, false, false, false, false, false],
    });
    await ask('write_register', { address: 0, value: 0 });
    await ask('write_coil', { address: 0, value: true });
    await ask('write_coils', { address: 0, values: [false, true] });
    await ask('write_registers', { address: 0, values: [4, 77] });
    expect(sent).toEqual(['Play', 'Pause', 'Resume']);
    const exchanged = { read_address: 0, read_count: 3, write_address: 1, values: [78] };
    expect(await ask('readwrite_registers', exchanged)).toEqual(words([4, 78, 1]));
    expect(await ask('read_coils', { address: 0, count: 6 })).toMatchObject({
      bits: expect.arrayContaining([false, false, true]),
    });
    expect(await ask('write_register', { address: 100, value: 1 })).toEqual({ exception: 2 });
    expect(await ask('write_register', { address: 0, value: 64 })).toEqual({ exception: 3 });
  });

  it('gets a refusal while another client owns the cell, and is lost once when it is killed as the owner', async () => {
    const [first, second] = await Promise.all([connect(), connect()]);
    const write = ['write_register', { address: 0, value: 0 }, 1];
    expect(await first.ask(write)).not.toHaveProperty('exception');
    expect(await second.ask(write)).toEqual({ exception: 6 });
    await first.ask(['write_register', { address: 2, value: 0 }, 1]);
    expect(await second.ask(write)).not.toHaveProperty('exception');
    await second.kill();
    await vi.waitFor(() => expect(losses).toEqual(['127.0.0.1']), { timeout: 20_000, interval: 20 });
  });
});
