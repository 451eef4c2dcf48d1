import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readTLSFiles, silentLogger } from '@cellwright/service-kit';
import { afterEach, describe, expect, it } from 'vitest';
import { openRawClient } from './door/raw-client.fixture.ts';
import { listenAt } from './listen.ts';
import { createStopServers } from './stop-listener/serve-stops.ts';
import { fetchSecurely, makeCertificate } from './testing/certificate.fixture.ts';
import { goodToken, startGatewayBench } from './testing/gateway-bench.fixture.ts';

/** More than the 511 that Node lets wait, as far as this kernel allows. */
const burst = Math.min(1500, Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8')));

/** Opens connections from one address, and prints how many of them the kernel has accepted before it gives up. */
const attacker = `
const { connect } = require('node:net');
const [port, count] = process.argv.slice(1).map(Number);
let accepted = 0;
const end = () => { process.stdout.write(String(accepted)); process.exit(0); };
for (let index = 0; index < count; index++)
  connect({ host: '127.0.0.1', port }).on('error', () => undefined).on('connect', () => { if (++accepted === count) end(); });
setTimeout(end, 20000);`;

/** Blocks this process, and its servers with it, meanwhile. */
function attack(port: number): number {
  return Number(execFileSync(process.execPath, ['-e', attacker, String(port), String(burst)], { encoding: 'utf8' }));
}

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
const portOf = (url: string) => Number(new URL(url).port);

describe('A burst of connections from one address', () => {
  it('waits at the gateway, and a person who connects behind it is answered', async () => {
    const bench = await startGatewayBench();
    ends.push(bench.stop);
    expect(attack(portOf(bench.url))).toBe(burst);
    const headers = { authorization: `Bearer ${goodToken}` };
    expect((await fetch(`${bench.url}/api/v1/cell/me`, { headers })).status).toBe(200);
  });

  it('loses its oldest ones if they begin no handshake, while the gateway continues and ends in order', async () => {
    const certificate = makeCertificate();
    ends.push(certificate.remove);
    const bench = await startGatewayBench({ tls: certificate.tls });
    const [oldest, ...others] = await Promise.all(Array.from({ length: 257 }, () => openRawClient(bench.httpsUrl)));
    expect(await oldest?.closed).toBe('');
    const headers = { authorization: `Bearer ${goodToken}` };
    const answer = await fetchSecurely(`${bench.httpsUrl}/api/v1/cell/me`, { ca: certificate.ca, headers });
    expect(answer.status).toBe(200);
    await bench.stop();
    for (const { closed } of others) expect(await closed).toBe('');
  });

  it('waits at the listener for stops', async () => {
    const certificate = makeCertificate();
    const authenticator = {
      introduce: () => undefined,
      recognise: () => ({ subjectID: 't1', name: 'Ada', permissions: [] }),
      requireFresh: () => undefined,
      onChange: () => () => undefined,
    };
    const { plain, tls } = createStopServers(
      { authenticator, stop: async () => 8, log: silentLogger },
      readTLSFiles(certificate.tls),
    );
    for (const server of [plain, tls?.server]) {
      if (!server) throw new Error('There is no listener over TLS');
      await listenAt(server, { host: '127.0.0.1', port: 0 });
      ends.push(
        () => server.closeAllConnections(),
        () => server.close(),
      );
      const address = server.address();
      expect(attack(typeof address === 'object' && address ? address.port : 0)).toBe(burst);
    }
    ends.push(certificate.remove);
  });
});
