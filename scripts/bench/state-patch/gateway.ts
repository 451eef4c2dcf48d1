// The gateway's side: the product's gateway, and a bare relay from NATS to sockets; one of the two per process.
import { createHealth, createMetrics, silentLogger, systemClock } from '@cellwright/service-kit';
import { openNatsBus } from '@cellwright/service-kit/nats';
import { anyPeers } from '@cellwright/service-kit/testing/peers';
import { connect } from '@nats-io/transport-node';
import { WebSocketServer } from 'ws';
import { build } from '../../../services/gateway/src/app.ts';
import { bareSubject, beginning, tell } from './links.ts';

async function serveProduct(natsURL: string, address: string): Promise<string> {
  const log = silentLogger;
  const gateway = await build({
    host: '127.0.0.1',
    port: 0,
    addresses: {
      library: address,
      runner: address,
      equipment: address,
      identity: address,
      dryRun: address,
      softwareUpdate: address,
      planner: address,
    },
    proofs: anyPeers('gateway').proofs,
    adminKey: 'bench',
    bus: await openNatsBus({ url: natsURL, name: 'bench-gateway', log }),
    clock: systemClock,
    log,
    metrics: createMetrics({ defaults: false }),
    health: createHealth(),
  });
  const { port } = await gateway.start();
  return `ws://127.0.0.1:${port}/api/v1/routine-runner/simulated`;
}

async function serveRelay(natsURL: string): Promise<string> {
  const nats = await connect({ servers: natsURL });
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  nats.subscribe(bareSubject, {
    callback: (_error, message) => {
      const text = message.string();
      for (const socket of server.clients) socket.send(text);
    },
  });
  await nats.flush();
  const address = server.address();
  return `ws://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

const { natsURL, runnerAddress } = await beginning();
const address = process.argv[2] === 'peer' ? await serveRelay(natsURL) : await serveProduct(natsURL, runnerAddress);
tell({ address });
