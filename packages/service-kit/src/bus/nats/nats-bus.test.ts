import { type NatsServer, startNats } from '@cellwright/testkit';
import { afterAll, beforeAll } from 'vitest';
import { silentLogger } from '../../logger.ts';
import { describeEventBus } from '../event-bus.contract.ts';
import { openNatsBus } from './index.ts';

let server: NatsServer;
const smallServers: NatsServer[] = [];
beforeAll(async () => {
  server = await startNats();
});
afterAll(async () => {
  await Promise.all([server, ...smallServers].map((each) => each.stop()));
});

describeEventBus('the NATS bus', {
  open: () => openNatsBus({ url: server.url, name: 'contract', log: silentLogger }),
  openSmall: async (maxBytes) => {
    const small = await startNats();
    smallServers.push(small);
    return openNatsBus({ url: small.url, name: 'contract', log: silentLogger, stream: { maxBytes } });
  },
});
