import { connectController } from '@cellwright/controller-link';
import { loadConfig, silentLogger } from '@cellwright/service-kit';
import { createCallerGate, fixedSecret } from '@cellwright/service-kit/callers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { build, configSchema } from './app.ts';
import { RawLine, until } from './line.fixture.ts';
import { machineClock } from './machine-clock.ts';

const secret = 'a secret of the runner and controllers';

async function startController(): Promise<number> {
  const secrets = new Map([['routine-runner', fixedSecret(secret)]] as const);
  const callers = createCallerGate({ callee: 'controller', secrets, log: silentLogger });
  const app = build({ config: loadConfig(configSchema, {}), callers, clock: machineClock, log: silentLogger });
  const { port } = await app.start();
  onTestFinished(() => app.stop());
  return port;
}

async function connect(port: number, proof: { caller: string; secret: string }, takesCommand = true) {
  const options = { host: '127.0.0.1', port, clock: machineClock, commander: 'test', connectTimeoutMS: 10_000 };
  const result = await connectController({ ...options, proof, takesCommand });
  if (result.ok) onTestFinished(() => result.driver.close());
  return result;
}

describe('a controller', () => {
  it('gives command to the authenticated routine runner, also when it takes command again', async () => {
    const result = await connect(await startController(), { caller: 'routine-runner', secret });
    if (!result.ok) throw new Error(result.reason);
    expect(result.driver.isInCommand).toBe(true);
    expect((await result.driver.takeCommand()).ok).toBe(true);
  });

  it.each([
    ['without a proof', { caller: '', secret: '' }],
    ['with a wrong secret', { caller: 'routine-runner', secret: 'b'.repeat(secret.length) }],
    ['as another service', { caller: 'gateway', secret }],
  ])('refuses commands and states to a peer %s', async (_, proof) => {
    const port = await startController();
    for (const takesCommand of [true, false]) {
      expect(await connect(port, proof, takesCommand)).toEqual({
        ok: false,
        reason: expect.stringContaining('did not prove its identity'),
      });
    }
  });

  it('accepts the routine runner although unauthenticated peers hold all of its connections', async () => {
    const port = await startController();
    const lines: RawLine[] = [];
    for (let count = 0; count < 16; count++) lines.push(await RawLine.open(port));
    const result = await connect(port, { caller: 'routine-runner', secret });
    expect(result.ok).toBe(true);
    await until(() => lines.some(({ isClosed }) => isClosed));
  });
});
