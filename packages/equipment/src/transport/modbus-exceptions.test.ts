import type { Socket } from 'node:net';
import { VirtualClock } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settleOn } from '../testing/device-bench.fixture.ts';
import { createPeer, type Peer } from '../testing/peer.fixture.ts';
import type { ModbusTarget, ModbusTransport } from './modbus.ts';
import { createModbusTcp } from './modbus-tcp-client.ts';

const readAnswer = [3, 2, 0, 7];
const unit = 65;

describe('A Modbus client', () => {
  let clock: VirtualClock;
  let device: ModbusTransport;
  let peer: Peer;
  /** Requests without their header. */
  let requests: number[][];

  beforeEach(() => {
    clock = new VirtualClock();
    peer = createPeer();
    requests = [];
  });
  afterEach(async () => {
    await device.close();
    await peer.close();
  });

  /** Opens a client to a device that answers the first `count` requests with an exception. */
  async function open(exception: number, count: number, fields: Partial<ModbusTarget> = {}): Promise<void> {
    const port = await peer.listen((socket: Socket) => {
      socket.on('data', (frame: Buffer) => {
        requests.push([...frame.subarray(7)]);
        const [code = 0, ...rest] = frame.subarray(7);
        const usual = code === 3 ? readAnswer : [code, ...rest.slice(0, 4)];
        const body = requests.length <= count ? [code | 0x80, exception] : usual;
        socket.write(Buffer.from([...frame.subarray(0, 4), 0, body.length + 1, unit, ...body]));
      });
    });
    const target = { host: '127.0.0.1', port, unitID: unit, connectTimeoutMS: 2000, timeoutMS: 2000 };
    device = createModbusTcp(clock)({ ...target, ...fields });
  }

  const settle = <T>(promise: Promise<T>) => settleOn(clock, promise);

  it.each([5, 6, 0x0a])('writes again every 100 ms while the device answers exception %i', async (exception) => {
    await open(exception, 3);
    expect(await settle(device.writeRegisters(0, [1]))).toEqual({ ok: true, value: undefined });
    expect(requests).toHaveLength(4);
    expect(clock.now()).toBeGreaterThanOrEqual(300);
  });

  it.each([5, 6, 0x0a, 0x0b])('reads again while the device answers exception %i', async (exception) => {
    await open(exception, 2);
    expect(await settle(device.readHoldingRegisters(0, 1))).toEqual({ ok: true, value: [7] });
    expect(requests).toHaveLength(3);
  });

  it.each([
    [5, 'busy'],
    [6, 'busy'],
    [0x0a, 'unreachable'],
  ])('reports after a second that nothing was done when exception %i persists', async (exception, kind) => {
    await open(exception, Number.POSITIVE_INFINITY);
    expect(await settle(device.writeCoil(0, true))).toMatchObject({ failure: { kind, wasSent: false, exception } });
    expect(clock.now()).toBeLessThan(1200);
  });

  it('does not write again after exception 11, because the device may have carried the request out', async () => {
    await open(0x0b, 1);
    const written = await settle(device.writeRegisters(0, [1]));
    expect(written).toMatchObject({ failure: { kind: 'timeout', wasSent: true, exception: 0x0b } });
    expect(written).toMatchObject({ failure: { message: expect.stringContaining('it is unknown whether') } });
    expect(requests).toHaveLength(1);
  });

  it.each([1, 2, 3, 4])('reports exception %i immediately as refused', async (exception) => {
    await open(exception, 1);
    expect(await settle(device.writeRegisters(0, [1]))).toMatchObject({ failure: { kind: 'refused', wasSent: true } });
    expect(requests).toHaveLength(1);
  });

  it('writes with functions 6 and 15 to a device that supports only those', async () => {
    await open(0, 0, { writeFunctions: { registers: 'single', coils: 'multiple' } });
    await settle(device.writeRegisters(4, [1, 0x0203]));
    await settle(device.writeCoil(9, true));
    expect(requests).toEqual([
      [6, 0, 4, 0, 1],
      [6, 0, 5, 2, 3],
      [15, 0, 9, 0, 1, 1, 1],
    ]);
  });

  it('closes while it waits for a busy device', async () => {
    await open(6, Number.POSITIVE_INFINITY);
    const written = device.writeRegisters(0, [1]);
    await settle(clock.sleep(50));
    await settle(device.close());
    expect(await written).toMatchObject({ ok: false });
    expect(clock.now()).toBeLessThan(100);
  });
});
