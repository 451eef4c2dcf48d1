import { ProductError } from '@cellwright/domain/basics';
import { anyCaller } from '@cellwright/service-kit/testing/peers';
import { createGate } from '@cellwright/testkit';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Logger, silentLogger } from '../logger.ts';
import { createMetrics } from '../metrics.ts';
import { type EchoReply, type EchoRequest, echoDefinition, echoRequest } from './echo-service.fixture.ts';
import {
  type CallContext,
  createGrpcClient,
  type GrpcServer,
  grpcService,
  type Handlers,
  startGrpcServer,
} from './index.ts';

type EchoHandlers = Handlers<typeof echoDefinition>;

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const handlers: EchoHandlers = {
  echo: async ({ text }) => ({ text }),
  repeat: async function* ({ text }) {
    for (let index = 0; index < 3; index += 1) yield { text: `${text} ${index}` };
  },
};

async function serve(changed: Partial<EchoHandlers> = {}, log: Logger = silentLogger): Promise<GrpcServer> {
  const server = await startGrpcServer({
    callers: anyCaller,
    services: [grpcService(echoDefinition, { ...handlers, ...changed })],
    port: 0,
    log,
  });
  closers.push(() => server.close(AbortSignal.timeout(1000)));
  return server;
}

function connectTo(address: string, options: Parameters<typeof createGrpcClient>[2] = {}) {
  const client = createGrpcClient(echoDefinition, address, options);
  closers.push(() => client.channel.close());
  return client;
}

const open = async (changed: Partial<EchoHandlers> = {}, log?: Logger) =>
  connectTo((await serve(changed, log)).address);

async function collect(replies: AsyncIterable<EchoReply>): Promise<string[]> {
  const texts: string[] = [];
  for await (const { text } of replies) texts.push(text);
  return texts;
}

describe('gRPC unary call', () => {
  test('returns an answer', async () => {
    const client = await open();
    expect(await client.echo(echoRequest('hello'))).toEqual({ text: 'hello' });
  });

  test('transfers an 8 MiB document in both directions', async () => {
    const client = await open();
    const text = 'x'.repeat(8 * 1024 * 1024);
    const reply = await client.echo(echoRequest(text));
    expect(reply.text.length).toBe(text.length);
  });

  test('refuses a message beyond 9 MiB as too_large', async () => {
    const client = await open();
    await expect(client.echo(echoRequest('x'.repeat(9 * 1024 * 1024)))).rejects.toMatchObject({ code: 'too_large' });
  });

  test('passes deadline and caller to the handler', async () => {
    const seen: CallContext[] = [];
    const server = await serve({
      echo: async ({ text }, call) => {
        seen.push(call);
        return { text };
      },
    });
    const client = connectTo(server.address, { proof: { caller: 'equipment', secret: '' } });
    const startedAt = performance.now();
    await client.echo(echoRequest('x'), { deadlineMs: 30_000 });
    expect(seen[0]?.caller).toBe('equipment');
    expect(seen[0]?.deadline).toBeGreaterThan(startedAt + 25_000);
    expect(seen[0]?.deadline).toBeLessThan(performance.now() + 30_500);
  });

  test('measures both sides', async () => {
    const metrics = createMetrics({ defaults: false });
    const server = await startGrpcServer({
      callers: anyCaller,
      services: [grpcService(echoDefinition, handlers)],
      port: 0,
      log: silentLogger,
      metrics,
    });
    closers.push(() => server.close());
    await connectTo(server.address, { metrics }).echo(echoRequest('x'));
    const text = await metrics.render();
    expect(text).toContain('transport="grpc_server",operation="/test.EchoService/Echo",outcome="OK"} 1');
    expect(text).toContain('transport="grpc_client",operation="/test.EchoService/Echo",outcome="OK"} 1');
  });
});

describe('gRPC errors', () => {
  test('arrive as the thrown ProductError with its details', async () => {
    const details = { problems: [{ path: ['steps', 3], message: 'Grüße "quoted"\n' }] };
    const client = await open({
      echo: async () => {
        throw new ProductError('cannot_play_routine', '2 validation errors – zwei', details);
      },
    });
    const error = await client.echo(echoRequest('x')).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProductError);
    expect(error).toMatchObject({ code: 'cannot_play_routine', message: '2 validation errors – zwei', details });
  });

  test('arrive from a stream after its messages', async () => {
    const client = await open({
      repeat: async function* () {
        yield { text: 'first' };
        throw new ProductError('not_found', 'There is no such routine');
      },
    });
    const got: string[] = [];
    const read = async () => {
      for await (const { text } of client.repeat(echoRequest('x'))) got.push(text);
    };
    await expect(read()).rejects.toMatchObject({ code: 'not_found' });
    expect(got).toEqual(['first']);
  });

  test('keep their code without the details if those are too long for trailers', async () => {
    const client = await open({
      echo: async () => {
        throw new ProductError('request_failed_validation', 'many', { list: 'x'.repeat(200_000) });
      },
    });
    const error = await client.echo(echoRequest('x')).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'request_failed_validation', message: 'many', details: { truncated: true } });
  });

  test.each([
    ['half of a character', 'an \ud800 in a name'],
    ['a character where a long text is cut', `${'x'.repeat(499)}😀 and more`],
  ])('arrive with %s in their message', async (_, message) => {
    const client = await open({
      echo: async () => {
        throw new ProductError('not_found', message);
      },
    });
    await expect(client.echo(echoRequest('x'))).rejects.toMatchObject({ code: 'not_found', message });
  });

  test('keep details of 30 KB', async () => {
    const details = { list: 'x'.repeat(30_000) };
    const client = await open({
      echo: async () => {
        throw new ProductError('request_failed_validation', 'many', details);
      },
    });
    await expect(client.echo(echoRequest('x'))).rejects.toMatchObject({ details });
  });

  test('contain only a trace id if they are unexpected, and appear in the log', async () => {
    const logged: unknown[] = [];
    const log: Logger = { ...silentLogger, error: (message, fields) => void logged.push([message, fields]) };
    const client = await open(
      {
        echo: async () => {
          throw new Error('password=hunter2');
        },
      },
      log,
    );
    const error = await client.echo(echoRequest('x')).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'internal_server_error' });
    expect(JSON.stringify([error, String(error)])).not.toContain('hunter2');
    expect(logged).toHaveLength(1);
  });

  test('report a missing service as unavailable immediately', async () => {
    const client = connectTo('127.0.0.1:1');
    const refusal = { code: 'unavailable', details: { grpcStatus: 'UNAVAILABLE' } };
    const failure = await client.echo(echoRequest('x')).catch((error: unknown) => error);
    expect(failure).toMatchObject(refusal);
    expect(failure).not.toHaveProperty('details.mayHaveArrived');
    await expect(client.channel.waitForReady(100)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('report a service that dies during a call as unavailable', async () => {
    const started = createGate();
    const server = await serve({
      echo: async () => {
        started.open();
        return new Promise<never>(() => undefined);
      },
    });
    const call = connectTo(server.address).echo(echoRequest('x'));
    const failed = expect(call).rejects.toMatchObject({ code: 'unavailable', details: { mayHaveArrived: true } });
    await started.passed;
    await server.close(AbortSignal.abort());
    await failed;
  });
});

describe('gRPC deadlines and aborts', () => {
  const untilAborted = (signals: AbortSignal[], started = createGate()) => ({
    started,
    echo: (_request: EchoRequest, { signal }: CallContext) => {
      signals.push(signal);
      started.open();
      return new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    },
  });

  test('end a call at its deadline as unavailable and abort the handler', async () => {
    const signals: AbortSignal[] = [];
    const client = await open({ echo: untilAborted(signals).echo });
    // Connected, so that the call arrives well before its deadline.
    await client.channel.waitForReady(30_000);
    const call = client.echo(echoRequest('x'), { deadlineMs: 1000 });
    const late = { grpcStatus: 'DEADLINE_EXCEEDED', mayHaveArrived: true };
    await expect(call).rejects.toMatchObject({ code: 'unavailable', details: late });
    await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true));
  });

  test("reject with the signal's reason and abort the handler", async () => {
    const signals: AbortSignal[] = [];
    const { echo, started } = untilAborted(signals);
    const client = await open({ echo });
    const abort = new AbortController();
    const call = client.echo(echoRequest('x'), { signal: abort.signal });
    const rejected = expect(call).rejects.toThrow('enough');
    await started.passed;
    abort.abort(new Error('enough'));
    await rejected;
    await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true));
  });

  test('send nothing for a signal that is already aborted', async () => {
    const echo = vi.fn(handlers.echo);
    const client = await open({ echo });
    await expect(client.echo(echoRequest('x'), { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow(
      'before',
    );
    await expect(
      collect(client.repeat(echoRequest('x'), { signal: AbortSignal.abort(new Error('before')) })),
    ).rejects.toThrow('before');
    expect(echo).not.toHaveBeenCalled();
  });

  test('wait for a service that starts later with waitForReady', async () => {
    const first = await serve();
    const { port } = first;
    await first.close();
    const client = connectTo(first.address);
    await expect(client.echo(echoRequest('x'))).rejects.toMatchObject({ code: 'unavailable' });
    const waiting = client.echo(echoRequest('late'), { waitForReady: true, deadlineMs: 30_000 });
    const second = await startGrpcServer({
      callers: anyCaller,
      services: [grpcService(echoDefinition, handlers)],
      port,
      log: silentLogger,
    });
    closers.push(() => second.close());
    expect(await waiting).toEqual({ text: 'late' });
  });
});

describe('gRPC server stream', () => {
  test('behaves as an async iterable', async () => {
    const client = await open();
    expect(await collect(client.repeat(echoRequest('line')))).toEqual(['line 0', 'line 1', 'line 2']);
  });

  test('produces messages no faster than they are read', async () => {
    let produced = 0;
    const client = await open({
      repeat: async function* () {
        for (; produced < 1000; produced += 1) yield { text: 'x'.repeat(100_000) };
      },
    });
    const reading = client.repeat(echoRequest('x'))[Symbol.asyncIterator]();
    await reading.next();
    let last = -1;
    await vi.waitFor(
      () => {
        const stood = produced === last;
        last = produced;
        expect(stood).toBe(true);
      },
      { interval: 100 },
    );
    expect(produced).toBeLessThan(500);
    await reading.return?.();
  });

  test('ends on the server when the reader stops', async () => {
    const left = createGate();
    const client = await open({
      repeat: async function* (_request, { signal }) {
        try {
          for (let index = 0; !signal.aborted; index += 1) {
            yield { text: String(index) };
            await new Promise((resolve) => setImmediate(resolve));
          }
        } finally {
          left.open();
        }
      },
    });
    for await (const { text } of client.repeat(echoRequest('x'))) {
      if (text === '5') break;
    }
    await left.passed;
  });

  test('ends when the server closes, whatever its length', async () => {
    const server = await serve({
      repeat: async function* (_request, { signal }) {
        yield { text: 'first' };
        await new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        });
      },
    });
    const client = connectTo(server.address);
    const reading = client.repeat(echoRequest('x'))[Symbol.asyncIterator]();
    await reading.next();
    const next = expect(reading.next()).rejects.toMatchObject({ code: 'unavailable' });
    await server.close();
    await next;
  });
});

describe('closing a gRPC server', () => {
  test('finishes running calls and refuses new ones', async () => {
    const [started, finish] = [createGate(), createGate()];
    const server = await serve({
      echo: async ({ text }) => {
        started.open();
        await finish.passed;
        return { text };
      },
    });
    const running = connectTo(server.address).echo(echoRequest('slow'));
    await started.passed;
    const closed = server.close();
    await vi.waitFor(() =>
      expect(connectTo(server.address).echo(echoRequest('new'))).rejects.toMatchObject({ code: 'unavailable' }),
    );
    finish.open();
    expect(await running).toEqual({ text: 'slow' });
    await closed;
  });

  test('explains an occupied port in one sentence', async () => {
    const { port } = await serve();
    const second = startGrpcServer({
      callers: anyCaller,
      services: [grpcService(echoDefinition, handlers)],
      port,
      log: silentLogger,
    });
    await expect(second).rejects.toThrow(`Port ${port} on 127.0.0.1 cannot be opened`);
  });
});

describe('gRPC idempotency keys', () => {
  test('run a command once for repeats during and after it', async () => {
    const gate = createGate();
    let runs = 0;
    const client = await open({
      echo: async ({ text }) => {
        runs += 1;
        await gate.passed;
        return { text: `${text} ${runs}` };
      },
    });
    const during = [1, 2, 3].map(() => client.echo(echoRequest('pulse', 'key-1')));
    gate.open();
    const after = client.echo(echoRequest('pulse', 'key-1'));
    expect(await Promise.all([...during, after])).toEqual(Array(4).fill({ text: 'pulse 1' }));
    expect(await client.echo(echoRequest('pulse', 'key-2'))).toEqual({ text: 'pulse 2' });
    expect(await client.echo(echoRequest('pulse'))).toEqual({ text: 'pulse 3' });
  });

  test('conflict when used for another request', async () => {
    const client = await open();
    await client.echo(echoRequest('one', 'key'));
    await expect(client.echo(echoRequest('two', 'key'))).rejects.toMatchObject({ code: 'conflict' });
  });
});
