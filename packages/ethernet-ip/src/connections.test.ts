import { describe, expect, it } from 'vitest';
import { services } from './cip/message.ts';
import type { CIPPath, ElectronicKey } from './cip/path.ts';
import { writeForwardClose } from './connections/forward-open.ts';
import { createBench, createOpen, cyclic, device, ownerPath } from './testing.fixture.ts';
import { ByteReader } from './wire/bytes.ts';
import { readIOPacket } from './wire/cpf.ts';

const inputOnly: CIPPath = { classID: 4, instanceID: 151, connectionPoints: [152, 100] };
const listenOnly: CIPPath = { classID: 4, instanceID: 151, connectionPoints: [153, 100] };
const heartbeat = { consumed: cyclic(20_000, 2) };
const anyKey: ElectronicKey = {
  ...{ vendorID: 0, deviceType: 0, productCode: 0, majorRevision: 0, minorRevision: 0, isCompatible: false },
};

describe('exclusive owner', () => {
  it('opens, receives the inputs in its interval, and sends outputs', () => {
    const bench = createBench();
    const { status, consumedID, producedID } = bench.open();
    expect([status, producedID]).toEqual([0, 0x77]);
    const [packet] = bench.adapter.tick();
    expect(packet).toMatchObject({ host: '10.0.0.9', port: 2222 });
    expect(readIOPacket(packet?.bytes ?? new Uint8Array())).toMatchObject({ connectionID: 0x77, sequence: 1 });
    expect(bench.adapter.tick()).toEqual([]);
    expect(bench.adapter.nextDue()).toBe(1000 + 24);
    bench.send(consumedID, 1, [0x21]);
    expect(bench.images).toMatchObject([{ isRun: true, isFirst: true, isExplicit: false }]);
    expect(bench.adapter.outputImage[0]).toBe(0x21);
  });

  it('skips packets that were missed, and keeps to the grid of its interval', () => {
    const bench = createBench();
    bench.open();
    bench.adapter.tick();
    bench.clock.at += 24 * 5 + 7;
    expect(bench.adapter.tick()).toHaveLength(1);
    expect(bench.adapter.nextDue()).toBe(1000 + 24 * 6);
    expect(bench.adapter.tick()).toEqual([]);
  });

  it('opens with the large service and a configuration too', () => {
    const bench = createBench();
    const configuration = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    expect(bench.open({ isLarge: true, path: { ...ownerPath, configuration } }).status).toBe(0);
    const read = bench.ask(services.getAttributeSingle, {
      classID: 4,
      instanceID: 151,
      attributeID: 3,
      connectionPoints: [],
    });
    expect(read.data).toEqual(configuration);
  });

  it('cannot be opened while a client of another protocol owns the device, which others may still read', () => {
    const bench = createBench();
    bench.others.isTaken = true;
    expect(bench.open()).toMatchObject({ status: 1, extended: [0x0106] });
    const assembly = { classID: 4, instanceID: 150, attributeID: 3, connectionPoints: [] };
    expect(bench.ask(services.setAttributeSingle, assembly, new Uint8Array(32)).status).toBe(0x0c);
    expect(bench.ask(services.getAttributeSingle, assembly).status).toBe(0);
    expect(bench.open({ path: inputOnly, ...heartbeat }).status).toBe(0);
    expect(bench.images).toEqual([]);
    bench.others.isTaken = false;
    expect(bench.open({ serial: 2 }).status).toBe(0);
  });

  it('outlives time in which the process of the device did not run, and is lost once the scanner is silent', () => {
    const bench = createBench();
    const { consumedID } = bench.open();
    bench.send(consumedID, 1, [1]);
    bench.adapter.tick();
    bench.adapter.nextDue();
    bench.clock.at += 500;
    bench.adapter.tick();
    expect(bench.losses).toEqual([]);
    bench.send(consumedID, 2, [1]);
    bench.clock.at += 80;
    bench.adapter.tick();
    expect(bench.losses).toEqual([1]);
  });

  it('excludes a second owner until it is lost, and is lost once', () => {
    const bench = createBench();
    const { consumedID } = bench.open();
    bench.send(consumedID, 1, [1]);
    expect(bench.open({ serial: 2 })).toMatchObject({ status: 1, extended: [0x0106] });
    bench.clock.at += 79;
    bench.adapter.tick();
    expect(bench.losses).toEqual([]);
    bench.clock.at += 1;
    bench.adapter.tick();
    bench.adapter.tick();
    expect(bench.losses).toEqual([1]);
    expect(bench.adapter.outputImage).toEqual(new Uint8Array(32));
    expect(bench.open({ serial: 2 }).status).toBe(0);
  });

  it('has ten seconds for its first packet', () => {
    const bench = createBench();
    bench.open();
    bench.clock.at += 9999;
    bench.adapter.tick();
    expect(bench.losses).toEqual([]);
    bench.clock.at += 1;
    bench.adapter.tick();
    expect(bench.losses).toEqual([1]);
  });

  it('closes without a loss, and an unknown connection is not found', () => {
    const bench = createBench();
    bench.open();
    const close = writeForwardClose(createOpen());
    expect(bench.ask(services.forwardClose, bench.manager, close).status).toBe(0);
    expect(bench.ask(services.forwardClose, bench.manager, close)).toMatchObject({ status: 1, extended: [0x0107] });
    expect([bench.losses, bench.changes]).toEqual([[], ['exclusiveOwner opened', 'exclusiveOwner closed']]);
  });

  it('closes for the host that opened it only', () => {
    const bench = createBench();
    bench.open();
    const close = writeForwardClose(createOpen());
    const foreign = bench.ask(services.forwardClose, bench.manager, close, '10.0.0.66');
    expect(foreign).toMatchObject({ status: 1, extended: [0x0107] });
    expect(bench.adapter.table.owner?.serial).toBe(1);
  });

  it('may be idle: the connection stays, and its data are marked', () => {
    const bench = createBench();
    const { consumedID } = bench.open();
    bench.send(consumedID, 1, [1], { isRun: false });
    bench.clock.at += 60;
    bench.send(consumedID, 2, [1], { isRun: false });
    bench.clock.at += 60;
    bench.adapter.tick();
    expect([bench.losses, bench.images.map(({ isRun }) => isRun)]).toEqual([[], [false, false]]);
  });
});

describe('sequence of cyclic packets', () => {
  it('counts gaps, and drops what is older across the wrap of 32 bits', () => {
    const bench = createBench();
    const { consumedID } = bench.open();
    for (const sequence of [0xffff_fffd, 0xffff_ffff, 0xffff_fffe, 0xffff_ffff, 2])
      bench.send(consumedID, sequence, [sequence & 0xff]);
    const [connection] = bench.adapter.table.all;
    expect(connection?.counters).toEqual({ received: 3, sent: 0, lost: 3, outOfOrder: 2, malformed: 0 });
    expect(bench.images.map(({ data }) => data[0])).toEqual([0xfd, 0xff, 2]);
  });

  it('refreshes the watchdog for a repeated data number without new data', () => {
    const bench = createBench();
    const { consumedID } = bench.open();
    bench.send(consumedID, 1, [1], { dataSequence: 5 });
    bench.clock.at += 79;
    bench.send(consumedID, 2, [3], { dataSequence: 5 });
    bench.clock.at += 79;
    bench.adapter.tick();
    expect([bench.images.length, bench.losses]).toEqual([1, []]);
  });

  it('ignores packets of another host, of an unknown connection and of a wrong size', () => {
    const bench = createBench();
    const { consumedID } = bench.open();
    bench.send(consumedID, 1, [1], { peer: '10.0.0.66' });
    bench.send(consumedID + 1, 1, [1]);
    bench.send(consumedID, 1, [1], { size: 31 });
    expect(bench.images).toEqual([]);
    expect(bench.adapter.table.all[0]?.counters).toMatchObject({ received: 0, malformed: 1 });
  });
});

describe('input-only and listen-only connections', () => {
  it('stand beside an owner, and send only a heartbeat', () => {
    const bench = createBench();
    bench.open();
    for (const serial of [2, 3]) expect(bench.open({ serial, path: inputOnly, ...heartbeat }).status).toBe(0);
    expect(bench.open({ serial: 4, path: listenOnly, consumed: cyclic(20_000, 6) }).status).toBe(0);
    expect(bench.adapter.tick()).toHaveLength(4);
    expect(bench.adapter.table.owner?.serial).toBe(1);
  });

  it('need a producer to listen to, and end with the last one', () => {
    const bench = createBench();
    expect(bench.open({ path: listenOnly, ...heartbeat })).toMatchObject({ status: 1, extended: [0x0119] });
    bench.open();
    bench.open({ serial: 2, path: listenOnly, ...heartbeat });
    bench.ask(services.forwardClose, bench.manager, writeForwardClose(createOpen()));
    expect(bench.changes.slice(-2)).toEqual(['exclusiveOwner closed', 'listenOnly ownerGone']);
    expect(bench.adapter.nextDue()).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('refusals of a forward open', () => {
  const key = (change: Partial<ElectronicKey>) => ({ path: { ...ownerPath, key: { ...anyKey, ...change } } });
  it.each([
    ['a size of the outputs', { consumed: cyclic(20_000, 34) }, 0x0127],
    ['a size of the inputs', { produced: cyclic(20_000, 36) }, 0x0128],
    ['another class of transport', { transport: 0 }, 0x0103],
    ['an unknown connection point', { path: { ...ownerPath, connectionPoints: [99, 100] } }, 0x0117],
    ['an unknown class', { path: { ...ownerPath, classID: 0x99 } }, 0x0117],
    ['a vendor', key({ vendorID: 1 }), 0x0114],
    ['a product', key({ productCode: 8 }), 0x0114],
    ['a type of device', key({ deviceType: 43 }), 0x0115],
    ['a major revision', key({ majorRevision: 2 }), 0x0116],
    ['a newer minor revision', key({ majorRevision: 1, minorRevision: 3, isCompatible: true }), 0x0116],
    ['a size of the configuration', { path: { ...ownerPath, configuration: new Uint8Array(8) } }, 0x0126],
    ['multicast to the cell', { consumed: { ...cyclic(20_000, 38), type: 1 } }, 0x0123],
    ['multicast from the cell', { produced: { ...cyclic(20_000, 34), type: 1 } }, 0x0124],
    ['a time-out multiplier', { multiplierCode: 8 }, 0x0111],
  ])('name %s', (_, change, extended) => {
    const bench = createBench();
    expect(bench.open(change)).toMatchObject({ status: 1, extended: [extended] });
    expect(bench.adapter.table.all).toEqual([]);
  });

  it('name the nearest acceptable intervals', () => {
    const { status, extended } = createBench().open({ consumed: cyclic(2000, 38), produced: cyclic(2_000_000, 34) });
    expect([status, extended]).toEqual([1, [0x0112, 0, 8000, 0, 1_000_000 % 0x1_0000, 15]]);
  });

  it('name a connection that exists already', () => {
    const bench = createBench();
    bench.open();
    expect(bench.open()).toMatchObject({ status: 1, extended: [0x0100] });
  });

  it('accept an electronic key of this device, and an older compatible revision', () => {
    const own = { ...anyKey, ...device, isCompatible: true };
    expect(createBench().open(key(own)).status).toBe(0);
    expect(createBench().open(key({ ...own, minorRevision: 1 })).status).toBe(0);
  });

  it('limit the number of connections', () => {
    const bench = createBench();
    const statuses = Array.from({ length: 17 }, (_, serial) => bench.open({ serial, path: inputOnly, ...heartbeat }));
    expect(statuses.map(({ status }) => status)).toEqual([...Array.from({ length: 16 }, () => 0), 1]);
    expect(statuses.at(-1)?.extended).toEqual([0x0113]);
  });

  it('return the triad of the request', () => {
    const reader = new ByteReader(createBench().open({ transport: 0, serial: 5 }).data);
    expect([reader.u16(), reader.u16(), reader.u32()]).toEqual([5, 9, 99]);
  });
});
