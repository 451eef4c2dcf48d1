import { type WeldParameters, welderLiveStateSchema } from '@cellwright/equipment/capabilities';
import { equipmentContracts } from '@cellwright/equipment/contracts';
import type { AnyDriver } from '@cellwright/equipment/drivers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDriver } from './open-driver.fixture.ts';
import { type OutsidePeer, startPeer } from './peers.fixture.ts';

const config = equipmentContracts.WeldMachineMiller.config.parse({
  kind: 'WeldMachineMiller',
  // A busy machine does not let two processes answer within the four intervals of 8 ms.
  packetIntervalMS: 100,
});
const never = new AbortController().signal;
/** A loopback address of this process: devices listen on the usual ports, which others on this machine may have. */
const host = `127.1.${(process.pid >> 8) & 0xff}.${(process.pid & 0xfe) + 1}`;
const parameters: WeldParameters = {
  ...{ process: 'constantVoltage', voltage: 17.2, arcLength: 0, arcControl: 25 },
  wireSpeed: 0.127,
};

describe('the EtherNet/IP scanner with a third-party adapter', () => {
  let peer: OutsidePeer | undefined;
  let driver: AnyDriver | undefined;
  beforeAll(async () => {
    peer = startPeer('ethernet-ip-adapter', host);
    expect(await peer.next()).toEqual({ host });
    driver = await openDriver(config, 44_818, host);
  }, 30_000);
  afterAll(async () => {
    await driver?.close();
    await peer?.end();
  });
  const stateOf = () => welderLiveStateSchema.parse(driver?.state());
  const welder = () => driver?.capabilities.welder;

  it('connects as the owner and reads its inputs', () => {
    expect(stateOf()).toMatchObject({ connected: true, status: 'idle', welder: { arc: 'off' } });
  });

  it('strikes an arc with its values, which it reads back, and ends it', async () => {
    expect(await welder()?.actuate({ action: 'setParameters', parameters }, never)).toMatchObject({ ok: true });
    expect(await welder()?.actuate({ action: 'startArc' }, never)).toEqual({ ok: true, value: { arc: 'on' } });
    expect(await peer?.next()).toEqual({ arc: true });
    await vi.waitFor(() => expect(stateOf().arcValues).toMatchObject({ voltage: 17.2, wireSpeed: 0.127 }));
    expect(await welder()?.actuate({ action: 'stopArc' }, never)).toMatchObject({ ok: true });
    expect(await peer?.next()).toEqual({ arc: false });
  });

  it('closes its connection, and opens another', async () => {
    await driver?.close();
    expect(await peer?.next()).toEqual({ ended: true });
    driver = await openDriver(config, 44_818, host);
    expect(stateOf()).toMatchObject({ connected: true });
  });

  it('reports its loss, and names what to check', async () => {
    await peer?.end();
    await vi.waitFor(() => expect(stateOf()).toMatchObject({ connected: false, status: 'error' }));
    expect(stateOf().error).toMatch(/EtherNet\/IP|No connection/);
    peer = undefined;
  });
});
