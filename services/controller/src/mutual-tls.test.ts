import { connectController } from '@cellwright/controller-link';
import { loadConfig, silentLogger } from '@cellwright/service-kit';
import { createCallerGate, fixedSecret, readInternalTLS } from '@cellwright/service-kit/callers';
import { shareAuthorities, type TestTLS } from '@cellwright/service-kit/testing/certificates';
import { describe, expect, it, onTestFinished } from 'vitest';
import { build, configSchema } from './app.ts';
import { machineClock } from './machine-clock.ts';

const secret = 'a secret of the runner and controllers';
const authorities = shareAuthorities();

async function startController(tls: TestTLS): Promise<number> {
  const secrets = new Map([['routine-runner', fixedSecret(secret)]] as const);
  const live = readInternalTLS(tls.env, silentLogger);
  const callers = createCallerGate({ callee: 'controller', secrets, tls: live, log: silentLogger });
  const app = build({ config: loadConfig(configSchema, {}), callers, clock: machineClock, log: silentLogger });
  const { port } = await app.start();
  onTestFinished(() => app.stop());
  return port;
}

async function connect(port: number, tls?: TestTLS) {
  const options = { host: '127.0.0.1', port, clock: machineClock, commander: 'test', connectTimeoutMS: 3000 };
  const material = tls && readInternalTLS(tls.env, silentLogger)?.current;
  const result = await connectController({ ...options, proof: { caller: 'routine-runner', secret, tls: material } });
  if (result.ok) onTestFinished(() => result.driver.close());
  return result;
}

describe('A controller with mutual TLS', () => {
  it('gives command to the runner, and keeps its connection while certificates are replaced', async () => {
    const tls = authorities.trusted.issue('controller');
    const port = await startController(tls);
    const result = await connect(port, authorities.trusted.issue('routine-runner'));
    if (!result.ok) throw new Error(result.reason);
    expect(result.driver.isInCommand).toBe(true);
    tls.replaceBy(authorities.foreign.issue('controller'));
    const renewed = authorities.foreign.issue('routine-runner');
    await expect.poll(async () => (await connect(port, renewed)).ok, { timeout: 20_000 }).toBe(true);
    expect((await result.driver.takeCommand()).ok).toBe(true);
  });

  it.each<[string, () => TestTLS | undefined, RegExp]>([
    ['without TLS', () => undefined, /./],
    ['with a certificate of a foreign authority', () => authorities.foreign.issue('routine-runner'), /./],
    [
      'with the certificate of another service',
      () => authorities.trusted.issue('gateway'),
      /did not prove its identity/,
    ],
  ])('accepts no command of a peer %s', async (_, makeTLS, reason) => {
    const port = await startController(authorities.trusted.issue('controller'));
    const tls = makeTLS();
    tls?.trust(authorities.trusted);
    expect(await connect(port, tls)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });

  it('requires its own certificate', async () => {
    const port = await startController(authorities.trusted.issue('library'));
    expect(await connect(port, authorities.trusted.issue('routine-runner'))).toEqual({
      ok: false,
      reason: expect.stringContaining('does not match certificate'),
    });
  });
});
