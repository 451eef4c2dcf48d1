import { createHttp } from '@cellwright/client';
import { ProductError } from '@cellwright/domain/basics';
import { globalVariableSchema } from '@cellwright/domain/routine';
import { ChaosProxy } from '@cellwright/testkit';
import * as z from 'zod';
import { createCellClient, openSession, type SessionClient } from '../../src/cli/cell-client.ts';
import { type FaultCell, makeReady } from './fault-cell.fixture.ts';

/** A round trip of 200 ± 100 ms; one in twenty connections is reset. */
const network = { latencyMs: 100, jitterMs: 50, resetRate: 0.025 } as const;
/** Maximum number of attempts for a change. */
const mostTries = 10;

export interface BadNetworkTrials {
  readonly sent: number;
  readonly answered: number;
  /** Number of executed commands, by the oracle of each channel. */
  readonly done: number;
  /** Commands that were executed more than once. */
  readonly repeated: number;
  /** Time from the first attempt to the response, ms. */
  readonly p95MS: number;
  readonly tries: number;
}

async function throughBadNetwork<T>(faults: FaultCell, work: (url: string, proxy: ChaosProxy) => Promise<T>) {
  const proxy = await ChaosProxy.start({ target: Number(new URL(faults.cell.url).port) });
  try {
    return await work(`http://127.0.0.1:${proxy.port}`, proxy);
  } finally {
    await proxy.stop();
  }
}

/** Creates variables over HTTP; repeats a change without a response with its key, as clients should. */
export function changeThroughBadNetwork(faults: FaultCell, count: number): Promise<BadNetworkTrials> {
  return throughBadNetwork(faults, async (url, proxy) => {
    const http = createHttp({ url, token: faults.cell.client.adminKey });
    const name = `bad network ${crypto.randomUUID()}`;
    const times: number[] = [];
    let tries = 0;
    proxy.set(network);
    for (let index = 0; index < count; index++) {
      const startedAt = performance.now();
      const idempotencyKey = crypto.randomUUID();
      const body = { name: `${name} ${index}`, initialValue: index, isGlobal: true };
      for (let attempt = 1; ; attempt++) {
        tries += 1;
        try {
          await http.request('POST', '/api/v1/cell/variables', { schema: z.unknown(), body, idempotencyKey });
          break;
        } catch (error) {
          if (!isWithoutAnswer(error) || attempt === mostTries) throw error;
        }
      }
      times.push(performance.now() - startedAt);
    }
    const made = await listVariables(faults, name);
    const names = made.map((variable) => variable.name);
    return {
      sent: count,
      answered: times.length,
      done: new Set(names).size,
      repeated: names.length - new Set(names).size,
      p95MS: p95Of(times),
      tries,
    };
  });
}

async function listVariables(faults: FaultCell, search: string) {
  const pageSchema = z.object({ items: z.array(globalVariableSchema) });
  const found = [];
  for (let offset = 0; ; offset += 200) {
    const query = new URLSearchParams({ search, limit: '200', offset: String(offset) });
    const { items } = pageSchema.parse(JSON.parse((await faults.call('GET', `/variables?${query}`)).text));
    found.push(...items);
    if (items.length < 200) return found;
  }
}

/** Pulses an output over the runner socket; a command whose connection broke or that was refused is not repeated. */
export function commandThroughBadNetwork(faults: FaultCell, count: number): Promise<BadNetworkTrials> {
  return throughBadNetwork(faults, async (url, proxy) => {
    (await faults.openReadySession('simulated')).close();
    const watcher = await faults.watch('simulated');
    const before = await watcher.newestIndex();
    const client = createCellClient({ url, adminKey: faults.cell.client.adminKey });
    let session: SessionClient | undefined = await openSession(client, 'simulated');
    await makeReady(session);
    await session.send('acquireControl', {});
    proxy.set(network);
    const times: number[] = [];
    for (let index = 0; index < count; index++) {
      // Each pulse has a different length, by which the controller's log identifies it.
      const pulseSeconds = 0.05 + index / 1e5;
      try {
        session ??= await reconnect(client);
        const startedAt = performance.now();
        await session.send('setOutputIO', { outputs: [{ kind: 'Output', port: 3, level: 'high', pulseSeconds }] });
        times.push(performance.now() - startedAt);
      } catch (error) {
        if (!(error instanceof ProductError)) throw error;
        session?.close();
        session = undefined;
      }
    }
    session?.close();
    const log = await watcher.readLog(before);
    await watcher.close();
    const pulses = log.flatMap(({ detail }) => /^Output 3=high \(pulse of (\S+) s\)$/.exec(detail)?.[1] ?? []);
    return {
      sent: count,
      answered: times.length,
      done: new Set(pulses).size,
      repeated: pulses.length - new Set(pulses).size,
      p95MS: p95Of(times),
      tries: count,
    };
  });
}

/** Restores a connection in control of the arm: the previous one lost it when it broke. */
async function reconnect(client: ReturnType<typeof createCellClient>): Promise<SessionClient> {
  for (;;) {
    let session: SessionClient | undefined;
    try {
      session = await openSession(client, 'simulated');
      await session.send('takeOverControl', {});
      // The robot may have failed in the meantime for another reason.
      await makeReady(session);
      return session;
    } catch (error) {
      session?.close();
      if (!(error instanceof ProductError)) throw error;
    }
  }
}

/** True if it is unknown whether the command was executed: the connection broke, or the response was late. */
function isWithoutAnswer(error: unknown): boolean {
  return error instanceof ProductError && error.code === 'unavailable';
}

function p95Of(times: readonly number[]): number {
  return [...times].sort((one, other) => one - other)[Math.floor(0.95 * times.length)] ?? 0;
}
