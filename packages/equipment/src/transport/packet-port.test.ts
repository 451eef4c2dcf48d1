import { once } from 'node:events';
import { connect } from 'node:net';
import type { AdapterLayout } from '@cellwright/ethernet-ip';
import { VirtualClock } from '@cellwright/testkit';
import { expect, it } from 'vitest';
import { settleOn } from '../testing/device-bench.fixture.ts';
import { createPeer } from '../testing/peer.fixture.ts';
import { createAdapterServer } from './adapter-server.ts';
import { type OpenPacketPort, openPacketPort } from './packet-port.ts';
import { reconnectMS } from './scanner.ts';
import { createScanner } from './scanner-client.ts';

const noneLeft = 'too many open files';
const assembly = (instance: number) => ({ instance, size: 32 });
const scan = {
  inputs: assembly(100),
  outputs: assembly(150),
  configurationInstance: 151,
  intervalMS: 8,
  timeoutIntervals: 4,
};
const layout: AdapterLayout = {
  produced: scan.inputs,
  consumed: scan.outputs,
  configuration: { instance: 151, size: 0 },
  inputOnlyInstance: 152,
  listenOnlyInstance: 153,
  minRPIMS: 2,
  maxRPIMS: 1000,
};
/** Fails as long as `failures` lasts, as in a process without a free file descriptor. */
const portAfter = (failures: { count: number }): OpenPacketPort => {
  return (host) => (failures.count-- > 0 ? Promise.reject(new Error(noneLeft)) : openPacketPort(host));
};

it('a scanner says why it has no port for packets, and connects when there is one', async () => {
  const clock = new VirtualClock();
  const peer = createPeer();
  let begun = 0;
  const port = await peer.listen((socket) => void socket.on('data', () => begun++));
  const open = createScanner(clock, undefined, portAfter({ count: 2 }));
  const scanner = open({ host: '127.0.0.1', port, connectTimeoutMS: 2000, scan });
  await settleOn(clock, scanner.whenKnown());
  expect(scanner.problem()).toBe(`The port of EtherNet/IP packets failed: ${noneLeft}`);
  expect(begun).toBe(0);
  const start = clock.now();
  while (begun === 0) await settleOn(clock, clock.sleep(reconnectMS));
  expect(clock.now() - start).toBeLessThanOrEqual(10 * reconnectMS);
  await settleOn(clock, scanner.close());
  await peer.close();
});

it('a simulated device closes the connection of a client for which it has no port for packets', async () => {
  const closed: string[] = [];
  const server = createAdapterServer({
    bank: {
      layout,
      open: () => ({
        readInputs: () => new Uint8Array(32),
        onChange: () => undefined,
        take: () => undefined,
        close: () => closed.push('device'),
      }),
    },
    behaviour: { answerMode: () => ({ kind: 'answer', delayMS: 0 }) },
    clock: new VirtualClock(),
    productName: 'Test device',
    openPort: portAfter({ count: 1 }),
  });
  const port = await server.listen(0);
  const client = connect({ port, host: '127.0.0.1' });
  client.resume();
  await once(client, 'close');
  expect(closed).toEqual(['device']);
  await server.close();
});

it('a port for packets that cannot be opened rejects', async () => {
  await expect(openPacketPort('192.0.2.1')).rejects.toThrow('EADDRNOTAVAIL');
});
