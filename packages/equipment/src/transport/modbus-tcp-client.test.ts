import type { Socket } from 'node:net';
import { closedPort, countFollowers, startOnRandomPort, VirtualClock } from '@cellwright/testkit';
import { ServerTCP } from 'modbus-serial';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settleOn } from '../testing/device-bench.fixture.ts';
import { createPeer, type Peer } from '../testing/peer.fixture.ts';
import type { ModbusTransport } from './modbus.ts';
import { createModbusTcp } from './modbus-tcp-client.ts';

const connectTimeoutMS = 2000;
const timeoutMS = 10_000;
const mebibyte = 1024 * 1024;

describe('A Modbus client', () => {
  let clock: VirtualClock;
  let transport: ModbusTransport | undefined;
  let hostile: Peer;

  beforeEach(() => {
    clock = new VirtualClock();
    hostile = createPeer();
  });
  afterEach(async () => {
    await transport?.close();
    await hostile.close();
    transport = undefined;
  });

  /** Opens a client to a peer with arbitrary behaviour for every connection. */
  const against = async (onConnection: (socket: Socket) => void) => open(await hostile.listen(onConnection));

  function open(port: number, host = '127.0.0.1'): ModbusTransport {
    transport = createModbusTcp(clock)({ host, port, unitID: 65, connectTimeoutMS, timeoutMS });
    return transport;
  }

  const settle = <T>(promise: Promise<T>) => settleOn(clock, promise);

  describe('with another implementation of the protocol', () => {
    let peer: ServerTCP;
    const held = new Map<number, number>();
    let port: number;

    beforeEach(async () => {
      held.clear();
      port = await startOnRandomPort(async (chosen) => {
        peer = new ServerTCP(
          {
            getHoldingRegister: (offset: number) => held.get(offset) ?? 0,
            setRegister: (offset: number, value: number) => void held.set(offset, value),
          },
          { host: '127.0.0.1', port: chosen, unitID: 65 },
        );
        await new Promise<void>((resolve, reject) => {
          peer.on('initialized', () => resolve());
          peer.on('serverError', reject);
        });
        return chosen;
      });
    });
    afterEach(() => new Promise<void>((resolve) => peer.close(() => resolve())));

    it('leaves nothing registered at the signal of a request', async () => {
      const { signal } = new AbortController();
      expect(await open(port).writeRegisters(0, [1], { signal })).toMatchObject({ ok: true });
      expect(countFollowers(signal)).toBe(0);
    });

    it('writes and reads registers', async () => {
      const device = open(port);
      expect(await device.writeRegisters(0, [1, 65_535, 3])).toEqual({ ok: true, value: undefined });
      expect([...held]).toEqual([
        [0, 1],
        [1, 65_535],
        [2, 3],
      ]);
      expect(await device.readHoldingRegisters(0, 3)).toEqual({ ok: true, value: [1, 65_535, 3] });
    });

    it('keeps requests in order, many at a time', async () => {
      const device = open(port);
      await Promise.all(Array.from({ length: 300 }, (_, index) => device.writeRegisters(0, [index])));
      expect(held.get(0)).toBe(299);
    });
  });

  describe('with a hostile peer', () => {
    it('abandons a connection attempt exactly after the time limit', async () => {
      // The address is reserved for documentation: either nothing answers, or the kernel reports immediately that there
      // is no route.
      const device = open(502, '192.0.2.1');
      const result = await settle(device.readHoldingRegisters(0x100, 3));
      expect(result).toMatchObject({ ok: false, failure: { kind: 'unreachable', wasSent: false } });
      expect(clock.now()).toBeLessThanOrEqual(connectTimeoutMS + 5);
    });

    it.each([
      ['answers nothing', () => undefined],
      [
        'drips one byte a second',
        (socket: Socket) => {
          socket.once('data', () => {
            const drip = () => {
              socket.write(Buffer.from([0]));
              clock.schedule(1000, drip);
            };
            drip();
          });
        },
      ],
      [
        'answers the wrong transaction',
        (socket: Socket) =>
          void socket.on('data', () => socket.write(Buffer.from([99, 99, 0, 0, 0, 5, 65, 3, 2, 0, 1]))),
      ],
      ['claims a long answer and sends half', (socket: Socket) => answer(socket, [0, 0, 0xff, 0xff, 65, 3, 6])],
    ])('abandons a peer that %s exactly after the time limit', async (_, behave) => {
      const device = await against(behave);
      const result = await settle(device.readHoldingRegisters(0x100, 3));
      expect(result).toMatchObject({ ok: false, failure: { kind: 'timeout', wasSent: true } });
      expect(clock.now()).toBeGreaterThanOrEqual(timeoutMS);
      expect(clock.now()).toBeLessThanOrEqual(timeoutMS + 20);
    });

    it.each([
      ['an empty frame', [0, 0, 0, 0]],
      ['the answer of another unit', [0, 0, 0, 9, 66, 3, 6, 0, 0, 0, 0, 0, 0]],
      ['the answer to another function', [0, 0, 0, 9, 65, 16, 6, 0, 0, 0, 0, 0, 0]],
      ['fewer registers than requested', [0, 0, 0, 7, 65, 3, 4, 0, 0, 0, 0]],
      ['a count that does not fit', [0, 0, 0, 9, 65, 3, 250, 0, 0, 0, 0, 0, 0]],
    ])('rejects the answer of a peer that sends %s', async (_, bytes) => {
      const device = await against((socket) => answer(socket, bytes));
      const result = await settle(device.readHoldingRegisters(0x100, 3));
      expect(result.ok).toBe(false);
      if (!result.ok) expect(['invalidAnswer', 'timeout']).toContain(result.failure.kind);
    });

    it('cuts off a peer that floods before it fills the memory', async () => {
      let accepted = 0;
      const device = await against((socket) => {
        const chunk = Buffer.alloc(64 * 1024, 0xff);
        const flood = () => {
          while (!socket.destroyed && socket.write(chunk)) accepted += chunk.length;
        };
        socket.on('drain', flood);
        socket.once('data', flood);
      });
      const before = process.memoryUsage().arrayBuffers;
      const result = await settle(device.readHoldingRegisters(0x100, 3));
      expect(result).toMatchObject({ ok: false, failure: { kind: 'invalidAnswer' } });
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * mebibyte);
      // Only the contents of the kernel's buffers.
      expect(accepted).toBeLessThan(16 * mebibyte);
    });

    it('cuts off a peer that floods before the first request', async () => {
      let closed = false;
      const device = await against((socket) => {
        socket.on('close', () => {
          closed = true;
        });
        socket.once('data', (request) => {
          socket.write(Buffer.concat([request.subarray(0, 2), Buffer.from([0, 0, 0, 5, 65, 3, 2, 0, 1])]));
          clock.schedule(100, () => socket.write(Buffer.alloc(100_000)));
        });
      });
      expect(await settle(device.readHoldingRegisters(0, 1))).toEqual({ ok: true, value: [1] });
      await settle(untilTrue(() => closed));
    });

    it('reports an unknown outcome of a write when the peer hangs up, and sends nothing twice', async () => {
      const requests: Buffer[] = [];
      const device = await against((socket) => {
        socket.on('data', (data) => {
          requests.push(data);
          socket.destroy();
        });
      });
      const result = await settle(device.writeRegisters(0, [1, 2, 3, 1]));
      expect(result).toMatchObject({ ok: false, failure: { kind: 'connectionLost', wasSent: true } });
      await clock.advance(60_000);
      expect(requests).toHaveLength(1);
    });
  });

  it('reports that nothing was sent if the peer is not there', async () => {
    const device = open(closedPort);
    const result = await settle(device.writeRegisters(0, [1]));
    expect(result).toMatchObject({ ok: false, failure: { kind: 'unreachable', wasSent: false } });
  });

  it('connects again by itself for the next request', async () => {
    let isBad = true;
    const device = await against((socket) => {
      if (isBad) socket.destroy();
      else answer(socket, [0, 0, 0, 5, 65, 3, 2, 0, 7]);
    });
    expect(await settle(device.readHoldingRegisters(0, 1))).toMatchObject({ ok: false });
    isBad = false;
    expect(await settle(device.readHoldingRegisters(0, 1))).toEqual({ ok: true, value: [7] });
  });

  it('never sends a request that was cancelled while it waited for its turn', async () => {
    const requests: Buffer[] = [];
    const device = await against((socket) => socket.on('data', (data) => requests.push(data)));
    const cancelled = new AbortController();
    const first = device.readHoldingRegisters(0, 1);
    const second = device.writeRegisters(0, [1], { signal: cancelled.signal });
    cancelled.abort();
    expect(await settle(first)).toMatchObject({ ok: false, failure: { kind: 'timeout' } });
    expect(await settle(second)).toMatchObject({ ok: false, failure: { kind: 'aborted', wasSent: false } });
    expect(requests).toHaveLength(1);
  });

  it('never sends a request that was cancelled while connecting', async () => {
    const requests: Buffer[] = [];
    const device = await against((socket) => socket.on('data', (data) => requests.push(data)));
    const cancelled = new AbortController();
    const written = device.writeRegisters(0, [1], { signal: cancelled.signal });
    // The request is connecting now; no socket has had time to answer.
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    cancelled.abort();
    expect(await settle(written)).toMatchObject({ ok: false, failure: { kind: 'aborted', wasSent: false } });
    await settle(clock.sleep(100));
    expect(requests).toEqual([]);
  });

  it('does not reuse a connection after an invalid answer', async () => {
    let connections = 0;
    const device = await against((socket) => {
      connections += 1;
      answer(socket, connections === 1 ? [0, 0, 0, 5, 66, 3, 2, 0, 7] : [0, 0, 0, 5, 65, 3, 2, 0, 7]);
    });
    expect(await settle(device.readHoldingRegisters(0, 1))).toMatchObject({ failure: { kind: 'invalidAnswer' } });
    expect(await settle(device.readHoldingRegisters(0, 1))).toEqual({ ok: true, value: [7] });
    expect(connections).toBe(2);
  });

  it('sends an urgent request immediately, beside one that hangs', async () => {
    const functions: number[] = [];
    const device = await against((socket) => socket.on('data', (data) => functions.push(data.readUInt8(7))));
    const hanging = device.readHoldingRegisters(0x100, 3);
    const stop = device.writeRegisters(3, [3], { urgent: true });
    await settle(untilTrue(() => functions.includes(16)));
    expect(clock.now()).toBeLessThan(timeoutMS);
    await settle(Promise.all([hanging, stop]));
  });

  it('closes without delay while connecting and while waiting', async () => {
    const device = await against(() => undefined);
    const reading = device.readHoldingRegisters(0, 1);
    await settle(device.close());
    expect(await reading).toMatchObject({ ok: false });
    expect(clock.now()).toBeLessThan(connectTimeoutMS);
    expect(clock.pendingTimers).toBe(0);
  });

  async function untilTrue(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await clock.sleep(5);
  }
});

/** Answers each request with its transaction number and these bytes. */
function answer(socket: Socket, bytes: readonly number[]): void {
  socket.on('data', (request) => socket.write(Buffer.concat([request.subarray(0, 2), Buffer.from(bytes)])));
}
