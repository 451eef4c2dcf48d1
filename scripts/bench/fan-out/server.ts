// One server of the fan-out benchmarks. Usage: server.ts product|peer entityEvent|frame
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { anyEntity, type EntityEvent, wrapDocument } from '@cellwright/entities';
import { busSubjects } from '@cellwright/service-kit';
import { Server } from 'socket.io';
import { WebSocketServer } from 'ws';
import { startGatewayBench } from '../../../services/gateway/src/testing/gateway-bench.fixture.ts';
import type { Cost, Kind, Order, ServerName } from './messages.ts';

// As in a build: tsx maps the stack of every created error.
process.setSourceMapsEnabled(false);
const entity = anyEntity('globalSpace');
const positions = Array.from({ length: 20 }, (_, index) => ({ name: `P${index}`, x: index, y: 0.1, z: 0.2 }));
const documentOf = (version: number) => ({
  id: 'space_1',
  kind: 'freeformPositionList',
  name: 'Pallet',
  positions,
  version,
});
const frameOf = (seq: number) => ({ kind: 'frame' as const, seq, t: seq / 30, q: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6] });
const pings = { pingInterval: 4000, pingTimeout: 4000, perMessageDeflate: false };

const [name, kind] = process.argv.slice(2) as [ServerName, Kind];
const { url, send } = await { product: startProduct, peer: startPeer }[name]();
process.on('message', async ({ count, intervalMS }: Order) => {
  const before = process.cpuUsage();
  for (let sent = 0; sent < count; sent++) {
    send();
    await sleep(intervalMS);
  }
  const { user, system } = process.cpuUsage(before);
  const cost: Cost = { cpuMS: (user + system) / 1000 };
  process.send?.(cost);
});
process.send?.({ url });

async function startProduct() {
  const bench = await startGatewayBench({ limits: { DOOR_OPEN_BURST: 10_000 } });
  let number = 0;
  const event = (): EntityEvent => ({
    entity: entity.name,
    change: 'patched',
    id: 'space_1',
    version: number,
    revision: number,
    at: new Date().toISOString(),
    by: { id: 'u1', name: 'Ada' },
    document: documentOf(number),
  });
  return {
    url: bench.url,
    send() {
      number++;
      if (kind === 'frame') void bench.bus.publish(busSubjects.robotFrame.of('simulated'), frameOf(number));
      else void bench.bus.publish(busSubjects.entity.of(entity.name), event());
    },
  };
}

async function startPeer() {
  const server = createServer();
  const io = kind === 'entityEvent' ? new Server(server, { path: '/api/socket.io', ...pings }) : undefined;
  const sockets = kind === 'frame' ? new WebSocketServer({ server, perMessageDeflate: false }) : undefined;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  let number = 0;
  return {
    url: `http://127.0.0.1:${port}`,
    send() {
      number++;
      io?.emit('globalSpace patched', wrapDocument(entity, documentOf(number)));
      const text = JSON.stringify(frameOf(number));
      for (const socket of sockets?.clients ?? []) socket.send(text);
    },
  };
}
