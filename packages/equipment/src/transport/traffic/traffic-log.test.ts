import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { SharedTraffic } from './shared-traffic.ts';
import { TrafficRecorder, trafficLimits } from './traffic-log.ts';

const byte = (value: number) => Uint8Array.of(value);
const open = () => {
  const clock = new VirtualClock();
  const recorder = new TrafficRecorder(clock);
  return { clock, recorder, log: recorder.openLog() };
};

describe('TrafficLog', () => {
  it('describes a connection with its frames in order', async () => {
    const { clock, log } = open();
    const openedAt = clock.wallNow().toISOString();
    const tap = log.over('modbus').open('10.0.0.7:502');
    await clock.advance(5);
    tap.sent(Uint8Array.of(0, 255));
    await clock.advance(5);
    tap.received(byte(16));
    const receivedAt = clock.wallNow().toISOString();
    tap.end('reset by the device');
    tap.end();
    const [connection] = log.read(10);
    expect(connection).toMatchObject({
      number: 1,
      protocol: 'modbus',
      address: '10.0.0.7:502',
      openedAt,
      closedAt: receivedAt,
      problem: 'reset by the device',
      frameCount: 2,
    });
    expect(connection?.frames).toEqual([
      { sequence: 1, at: expect.any(String), direction: 'sent', size: 2, hex: '00ff' },
      { sequence: 2, at: receivedAt, direction: 'received', size: 1, hex: '10' },
    ]);
  });

  it('stores the newest frames within its limits, and counts all', () => {
    const { log } = open();
    const tap = log.over('http').open('camera:80');
    for (let index = 0; index < 3 * trafficLimits.framesPerConnection; index++)
      tap.received(Buffer.alloc(65_536, index));
    const [connection] = log.read(Number.POSITIVE_INFINITY);
    expect(connection?.frameCount).toBe(3 * trafficLimits.framesPerConnection);
    expect(connection?.frames).toHaveLength(trafficLimits.framesPerConnection);
    expect(connection?.frames.at(-1)).toMatchObject({ size: 65_536, sequence: 3 * trafficLimits.framesPerConnection });
    expect(connection?.frames.at(-1)?.hex).toHaveLength(2 * trafficLimits.bytesPerFrame);
    expect(log.read(7)[0]?.frames.map(({ sequence }) => sequence)).toEqual([294, 295, 296, 297, 298, 299, 300]);
  });

  it('drops failed attempts before connections with frames, and open ones last', () => {
    const { log } = open();
    const traffic = log.over('modbus');
    traffic.open('still open').sent(byte(1));
    const good = traffic.open('ended');
    good.sent(byte(1));
    good.end();
    for (let attempt = 0; attempt < 20; attempt++) traffic.open(`attempt ${attempt}`).end('refused');
    const addresses = log.read(1).map(({ address }) => address);
    expect(addresses).toHaveLength(trafficLimits.connections);
    expect(addresses.slice(0, 3)).toEqual(['still open', 'ended', 'attempt 16']);
    for (let index = 0; index < 20; index++) traffic.open(`open ${index}`);
    expect(log.read(1).map(({ address }) => address)).not.toContain('ended');
    expect(log.read(1)).toHaveLength(trafficLimits.connections);
  });

  it('numbers the frames of all devices in one order', () => {
    const { recorder } = open();
    const taps = ['a', 'b'].map((address) => recorder.openLog().over('lines').open(address));
    const logs = [recorder.openLog(), recorder.openLog()];
    const [one, other] = logs.map((log) => log.over('lines').open('c'));
    for (const tap of [one, other, one]) tap?.sent(byte(1));
    expect(taps).toHaveLength(2);
    expect(logs.map((log) => log.read(9)[0]?.frames.map(({ sequence }) => sequence))).toEqual([[1, 3], [2]]);
    expect(logs.map((log) => log.read(9)[0]?.number)).toEqual([3, 4]);
  });
});

describe('SharedTraffic', () => {
  it('records a shared connection for every device, from when it joins until it leaves', () => {
    const { recorder } = open();
    const [first, second] = [recorder.openLog(), recorder.openLog()];
    const [one, other] = [first.over('lines'), second.over('lines')];
    const shared = new SharedTraffic();
    shared.join(one);
    const tap = shared.open('lathe:5051');
    tap.sent(byte(1));
    shared.join(other);
    tap.received(byte(2));
    shared.leave(one);
    tap.sent(byte(3));
    const [left] = first.read(9);
    const [stayed] = second.read(9);
    expect(left?.frames.map(({ hex }) => hex)).toEqual(['01', '02']);
    expect(left?.closedAt).not.toBeNull();
    expect(stayed?.frames.map(({ hex }) => hex)).toEqual(['02', '03']);
  });

  it('records a connection once for a device that uses it twice, until its last use', () => {
    const log = open().log;
    const shared = new SharedTraffic();
    shared.join(log.over('lines'));
    shared.join(log.over('lines'));
    const tap = shared.open('lathe:5051');
    tap.sent(byte(1));
    shared.leave(log.over('lines'));
    tap.sent(byte(2));
    shared.leave(log.over('lines'));
    tap.sent(byte(3));
    expect(log.read(9).map(({ frames }) => frames.map(({ hex }) => hex))).toEqual([['01', '02']]);
  });

  it('keeps the next connection open when the one before reports its end late', () => {
    const { log } = open();
    const shared = new SharedTraffic();
    shared.join(log.over('lines'));
    const lost = shared.open('lathe:5051');
    const next = shared.open('lathe:5051');
    lost.end('reset');
    next.sent(byte(4));
    expect(log.read(9)).toMatchObject([
      { problem: 'reset', frameCount: 0 },
      { closedAt: null, frameCount: 1 },
    ]);
    next.end();
    shared.join(open().log.over('lines'));
    expect(log.read(9)).toHaveLength(2);
  });
});
