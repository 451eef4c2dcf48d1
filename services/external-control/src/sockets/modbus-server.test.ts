import { connect, type Socket } from 'node:net';
import { silentLogger, systemClock } from '@cellwright/service-kit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createModbusBank } from '../domain/modbus-bank.ts';
import { Ownership } from '../domain/ownership.ts';
import { WrittenCommands } from '../domain/written-commands.ts';
import { type ModbusServer, openModbusServer } from './modbus-server.ts';

const readOne = Buffer.from([0, 1, 0, 0, 0, 6, 255, 4, 0, 0, 0, 1]);
const readOneAnswer = [0, 1, 0, 0, 0, 5, 255, 4, 2, 0, 0];
let server: ModbusServer;
let commands: WrittenCommands;
let ended: number[];
let sockets: Socket[];
beforeEach(() => {
  ended = [];
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

async function open(allowedClients: readonly string[] = []): Promise<void> {
  const ownership = new Ownership(systemClock);
  const events = { onCommand: () => undefined, onOwnerLost: () => undefined };
  commands = new WrittenCommands({ protocol: 'modbus', ownership, clock: systemClock, watchdogMS: 60_000, ...events });
  server = await openModbusServer({
    ...{ host: '127.0.0.1', port: 0, allowedClients, clock: systemClock, log: silentLogger },
    createBank: (client) => createModbusBank({ client, commands, readInputs: () => new Uint8Array(32) }),
    onEnd: ({ id }) => void ended.push(id),
  });
}

function openSocket(localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port: server.port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  socket.on('error', () => undefined);
  return new Promise((resolve) => socket.once('connect', () => resolve(socket)));
}

function readBytes(socket: Socket, count: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const received: number[] = [];
    socket.once('close', () => reject(new Error(`closed after ${received.length} bytes`)));
    socket.on('data', (data) => {
      received.push(...data);
      if (received.length >= count) resolve(received);
    });
  });
}

async function ask(socket: Socket): Promise<number[]> {
  const answer = readBytes(socket, readOneAnswer.length);
  socket.write(readOne);
  return answer;
}

const waitForClose = (socket: Socket) =>
  socket.closed ? Promise.resolve() : new Promise<void>((resolve) => socket.once('close', () => resolve()));

describe('openModbusServer', () => {
  it('answers requests that arrive in pieces and several at once, and counts them', async () => {
    await open();
    const socket = await openSocket();
    const answers = readBytes(socket, 2 * readOneAnswer.length);
    socket.write(readOne.subarray(0, 5));
    socket.write(Buffer.concat([readOne.subarray(5), readOne]));
    expect(await answers).toEqual([...readOneAnswer, ...readOneAnswer]);
    expect([...server.clients]).toMatchObject([{ id: 1, peer: '127.0.0.1', requests: 2, refused: 0 }]);
    socket.end();
    await vi.waitFor(() => expect(ended).toEqual([1]));
  });

  it('admits 16 connections, and another when one has ended', async () => {
    await open();
    const admitted = await Promise.all(Array.from({ length: 16 }, () => openSocket()));
    for (const socket of admitted) expect(await ask(socket)).toEqual(readOneAnswer);
    const late = await openSocket();
    await waitForClose(late);
    expect(server.counters.rejected).toBe(1);
    admitted[0]?.destroy();
    await vi.waitFor(() => expect([...server.clients]).toHaveLength(15));
    expect(await ask(await openSocket())).toEqual(readOneAnswer);
  });

  it('admits listed addresses and networks alone', async () => {
    await open(['127.0.0.2', '127.0.1.0/24', 'fd00::1']);
    for (const address of ['127.0.0.2', '127.0.1.77'])
      expect(await ask(await openSocket(address))).toEqual(readOneAnswer);
    await waitForClose(await openSocket('127.0.0.3'));
    expect(server.counters.rejected).toBe(1);
  });

  it('disconnects a client whose data are no Modbus, and changes nothing', async () => {
    await open();
    const hostile = fc.uint8Array({ minLength: 12, maxLength: 40 }).filter((bytes) => bytes[2] !== 0 || bytes[3] !== 0);
    const samples = fc.sample(hostile, 20);
    for (const bytes of samples) {
      const socket = await openSocket();
      socket.write(bytes);
      await waitForClose(socket);
    }
    expect(server.counters.malformed).toBe(samples.length);
    expect([...commands.image].every((byte) => byte === 0)).toBe(true);
    expect(await ask(await openSocket())).toEqual(readOneAnswer);
  });

  it('rejects an address that is not of this machine', async () => {
    await open();
    const foreign = { host: '192.0.2.1', port: 0, allowedClients: [], clock: systemClock, log: silentLogger };
    const opened = openModbusServer({
      ...foreign,
      createBank: () => ({ read: () => [], write: () => undefined }),
      onEnd: () => undefined,
    });
    await expect(opened).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
  });
});
