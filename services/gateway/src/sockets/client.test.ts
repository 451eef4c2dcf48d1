import { connectRunner, createHttp, type RunnerClient } from '@cellwright/client';
import { hashState } from '@cellwright/domain/run';
import { busSubjects } from '@cellwright/service-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import * as z from 'zod';
import { type GatewayBench, goodToken, sessionState, startGatewayBench } from '../testing/gateway-bench.fixture.ts';

let bench: GatewayBench;
let client: RunnerClient | undefined;
beforeAll(async () => {
  bench = await startGatewayBench();
});
afterEach(() => client?.close());
afterAll(() => bench.stop());

function connect(token: string): RunnerClient {
  client = connectRunner({
    url: bench.url,
    robotKind: 'simulated',
    token,
    openSocket: (url) => new WebSocket(url),
  });
  return client;
}

describe("The product's client at the gateway", () => {
  it('connects, has the state and the joints, and receives changes', async () => {
    const runner = connect(goodToken);
    expect(await runner.waitFor(({ kind }) => kind === 'Idle')).toEqual(sessionState);
    expect(runner.status.admission).toMatchObject({
      name: 'Ada',
      permissions: ['connectToRobot', 'author', 'account'],
    });
    const joints = new Promise<readonly number[]>((resolve) => runner.subscribeFrames(({ q }) => resolve(q)));
    const changed = { ...sessionState, brakes: 'disengaged' as const };
    const patch = [{ op: 'replace', path: '/brakes', value: 'disengaged' }];
    bench.bus.publish(busSubjects.robotPatch.of('simulated'), {
      kind: 'patch',
      seq: 8,
      hash: hashState(changed),
      patch,
    });
    bench.bus.publish(busSubjects.robotFrame.of('simulated'), { kind: 'frame', seq: 1, t: 0, q: [1, 2, 3, 4, 5, 6] });
    await runner.waitFor(({ brakes }) => brakes === 'disengaged');
    expect(await joints).toEqual([1, 2, 3, 4, 5, 6]);
    expect(runner.status.isStale).toBe(false);
    expect(await runner.send('stop', {})).toEqual({ stopEpoch: 8 });
  });

  it('fails immediately with a message for a wrong token', async () => {
    await expect(connect('cw_bad').waitFor(() => true)).rejects.toMatchObject({
      code: 'authorization_required',
      message: 'Invalid token',
    });
  });

  it('stops without a socket, too', async () => {
    const http = createHttp({ url: bench.url, token: goodToken });
    const schema = z.object({ stopEpoch: z.number() });
    expect(await http.request('POST', '/api/v1/cell/robots/live/stop', { schema })).toEqual({ stopEpoch: 8 });
  });
});
