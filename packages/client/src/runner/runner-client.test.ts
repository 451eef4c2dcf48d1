import { flushPromises, VirtualClock } from '@cellwright/testkit';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { createFakeSession, FakeSocket } from './fake-cell.fixture.ts';
import { connectRunner, type RunnerClientOptions } from './runner-client.ts';

function startClient(options: Partial<RunnerClientOptions> = {}) {
  const clock = new VirtualClock();
  const sockets: FakeSocket[] = [];
  const client = connectRunner({
    url: 'http://cell',
    robotKind: 'simulated',
    token: 'cw_good',
    clock,
    openSocket: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    ...options,
  });
  const states: string[] = [];
  client.subscribe(() => {
    if (states.at(-1) !== client.status.connection) states.push(client.status.connection);
  });
  const socket = (): FakeSocket => {
    const newest = sockets.at(-1);
    if (!newest) throw new Error('the client opened no socket');
    return newest;
  };
  return { clock, sockets, socket, client, states };
}

/** Starts a client that is admitted and has the state. */
async function startConnected(options: Partial<RunnerClientOptions> = {}) {
  const bench = startClient(options);
  const session = createFakeSession();
  await bench.clock.advance(1);
  bench.socket().admit();
  bench.socket().say(session.snapshot());
  return { ...bench, session };
}

const frame = (seq: number) => ({ kind: 'frame', seq, t: seq / 30, q: [0, 0, 0, 0, 0, 0] });

describe('runner connection', () => {
  it('goes from constructing to connecting to connected when the cell admits it', async () => {
    const { clock, client, socket, states } = startClient();
    expect(client.status.connection).toBe('constructing');
    await clock.advance(1);
    expect(client.status.connection).toBe('connecting');
    socket().admit();
    expect(socket().sent).toEqual([{ kind: 'authenticate', token: 'cw_good' }]);
    expect(client.status).toMatchObject({ connection: 'connected', admission: { name: 'Ada', sessionID: 's1' } });
    expect(states).toEqual(['connecting', 'connected']);
  });

  it('sends no request with a number that is not finite, which would become null', async () => {
    const { client, socket } = await startConnected();
    const sentBefore = socket().sent.length;
    await expect(client.send('setJerkLimit', { jerkLimit: 0 / 0 })).rejects.toMatchObject({
      code: 'request_failed_validation',
      message: 'jerkLimit: NaN is not a finite number',
    });
    expect(socket().sent).toHaveLength(sentBefore);
  });

  it('sends no token when the session cookie is used', async () => {
    const { clock, socket } = startClient({ token: undefined });
    await clock.advance(1);
    socket().onopen?.({});
    expect(socket().sent).toEqual([]);
  });

  it('fails an attempt after 5 s, waits 1 s, and is in failure after 3 attempts', async () => {
    const { clock, client, sockets, states } = startClient();
    await clock.advance(4999);
    expect(client.status.connection).toBe('connecting');
    await clock.advance(1);
    expect(client.status.connection).toBe('disconnected');
    await clock.advance(1000);
    expect(sockets).toHaveLength(2);
    await clock.advance(5000 + 1000 + 4999);
    expect(client.status.connection).toBe('connecting');
    await clock.advance(1);
    expect(client.status).toMatchObject({
      connection: 'failure',
      error: { code: 'unavailable', message: 'Failed to connect after 3 attempts' },
    });
    expect(sockets.every(({ isClosed }) => isClosed)).toBe(true);
    expect(states).toEqual([...['connecting', 'disconnected', 'connecting', 'disconnected', 'connecting', 'failure']]);
    await clock.advance(60_000);
    expect(sockets).toHaveLength(3);
  });

  it('retries quietly after a failure if configured and shows only the success', async () => {
    const { clock, client, sockets, socket, states } = startClient({ quietRetryMS: 3000 });
    await clock.advance(17_001);
    expect(states.at(-1)).toBe('failure');
    await clock.advance(3000);
    expect(sockets).toHaveLength(4);
    expect(client.status.connection).toBe('failure');
    socket().admit();
    expect(states.slice(-2)).toEqual(['failure', 'connected']);
  });

  it('closes after 5 s without a packet and reconnects after 1 s', async () => {
    const { clock, client, sockets, socket } = await startConnected();
    await clock.advance(3000);
    socket().say(frame(1));
    await clock.advance(4999);
    expect(client.status.connection).toBe('connected');
    await clock.advance(1);
    expect(client.status.connection).toBe('disconnected');
    expect(sockets[0]?.isClosed).toBe(true);
    await clock.advance(1000);
    expect(client.status.connection).toBe('connecting');
    expect(sockets).toHaveLength(2);
  });

  it('resets its attempts after it was connected', async () => {
    const { clock, client, socket } = await startConnected();
    socket().hangUp();
    await clock.advance(1000 + 6000 + 6000);
    expect(client.status.connection).toBe('connecting');
    socket().admit();
    expect(client.status.connection).toBe('connected');
  });

  it('reports a refused connection as forbidden, not as an ended session', async () => {
    const { client, socket } = await startConnected();
    socket().hangUp(4403, 'The robot is in assembly mode');
    expect(client.status).toMatchObject({
      connection: 'failure',
      error: { code: 'forbidden', message: 'The robot is in assembly mode' },
    });
  });

  it('stays closed after a refusal until reconnect is called', async () => {
    const { clock, client, sockets, socket } = await startConnected();
    socket().hangUp(4401, 'Invalid token');
    expect(client.status).toMatchObject({
      connection: 'failure',
      error: { code: 'authorization_required', message: 'Invalid token' },
    });
    await clock.advance(60_000);
    expect(sockets).toHaveLength(1);
    client.reconnect();
    socket().admit();
    expect(client.status.connection).toBe('connected');
  });

  it('ends with close and leaves no timer behind', async () => {
    const { clock, client } = await startConnected();
    const waiting = client.send('pauseRoutine', {}).catch((error: unknown) => error);
    client.close();
    expect(await waiting).toMatchObject({ code: 'unavailable' });
    expect(client.status.connection).toBe('disconnected');
    expect(clock.pendingTimers).toBe(0);
    await expect(client.waitFor(() => true)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('state of a runner client', () => {
  it('follows snapshot and patches and keeps unchanged parts', async () => {
    const { client, socket, session } = await startConnected();
    const before = client.status.state;
    socket().say(session.patch([{ op: 'replace', path: '/io/Output 1', value: 'high' }]));
    expect(client.status.state).toEqual(session.state);
    expect(before?.io).toEqual({ 'Output 1': 'low' });
    expect(client.status.state?.tool).toBe(before?.tool);
  });

  it('triggers a request immediately when a patch does not fit, then every 50 ms until it arrives', async () => {
    const { clock, socket, session, client } = await startConnected();
    await clock.advance(100);
    const lost = session.patch([{ op: 'replace', path: '/kind', value: 'RoutineRunning' }]);
    expect(lost.seq).toBe(2);
    socket().say(session.patch([{ op: 'replace', path: '/isPaused', value: true }]));
    expect(socket().requests('getStateSnapshot')).toHaveLength(1);
    await clock.advance(150);
    const asked = socket().requests('getStateSnapshot');
    expect(asked).toHaveLength(4);
    const { seq, hash, state } = session.snapshot();
    socket().say({ kind: 'response', id: asked[0]?.id, ok: true, result: { seq, hash, state } });
    await flushPromises();
    expect(client.status.state).toEqual(session.state);
    await clock.advance(1000);
    expect(socket().requests('getStateSnapshot')).toHaveLength(4);
  });

  it("equals the robot's within 1 s after many dropped, reordered and duplicated patches", async () => {
    const patchCount = propertyRuns(1000, 10_000);
    const { clock, client, socket, session } = await startConnected();
    let seed = 1;
    const random = (): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return seed / 2 ** 32;
    };
    const answerSnapshots = () => {
      for (const { id } of socket().requests('getStateSnapshot')) {
        const { kind: _kind, ...result } = session.snapshot();
        socket().say({ kind: 'response', id, ok: true, result });
      }
      socket().sent.length = 0;
    };
    let held: object | undefined;
    for (let index = 0; index < patchCount; index++) {
      const packet = session.patch([
        { op: 'replace', path: '/kind', value: random() < 0.5 ? 'Idle' : 'RoutineRunning' },
        { op: 'add', path: `/variables/v${index % 7}`, value: { name: 'n', value: random(), isGlobal: false } },
      ]);
      const fate = random();
      if (fate < 0.1) continue;
      if (fate < 0.2) held = packet;
      else socket().say(packet);
      if (fate > 0.9) socket().say(packet);
      if (held && random() < 0.5) {
        socket().say(held);
        held = undefined;
      }
      if (index % 50 === 0) {
        await clock.advance(100);
        answerSnapshots();
        await flushPromises();
        socket().say(frame(index));
      }
    }
    for (let ms = 0; ms < 1000; ms += 50) {
      await clock.advance(50);
      answerSnapshots();
      await flushPromises();
      socket().say(frame(20_000 + ms));
      socket().say(session.patch([{ op: 'replace', path: '/payload/mass', value: ms }]));
    }
    await clock.advance(50);
    answerSnapshots();
    await flushPromises();
    expect(client.status.state).toEqual(session.state);
    expect(client.status.isStale).toBe(false);
  });
});

describe('staleness of a runner client', () => {
  it('ends with the first frame and returns after 1 s without one', async () => {
    const { clock, client, socket } = await startConnected();
    expect(client.status.isStale).toBe(true);
    socket().say(frame(1));
    expect(client.status.isStale).toBe(false);
    await clock.advance(999);
    expect(client.status.isStale).toBe(false);
    await clock.advance(1);
    expect(client.status.isStale).toBe(true);
    expect(client.status.state?.kind).toBe('Idle');
  });

  it('begins immediately when the connection is lost, and after 1 s when the state does not fit', async () => {
    const { clock, client, socket, session } = await startConnected();
    socket().say(frame(1));
    session.patch([]);
    socket().say(session.patch([]));
    for (let ms = 0; ms < 1000; ms += 100) {
      expect(client.status.isStale).toBe(false);
      await clock.advance(100);
      socket().say(frame(2 + ms));
    }
    expect(client.status.isStale).toBe(true);
    socket().say(session.snapshot());
    expect(client.status.isStale).toBe(false);
    socket().hangUp();
    expect(client.status.isStale).toBe(true);
  });

  it('distinguishes frames from states', async () => {
    const { client, socket } = await startConnected();
    let statuses = 0;
    const frames: number[] = [];
    socket().say(frame(1));
    client.subscribe(() => statuses++);
    client.subscribeFrames(({ seq }) => frames.push(seq));
    socket().say(frame(2));
    socket().say(frame(3));
    expect(frames).toEqual([2, 3]);
    expect(client.frame?.seq).toBe(3);
    expect(statuses).toBe(0);
  });
});

describe('request of a runner client', () => {
  it('matches its answer by id and rejects with an error of the table', async () => {
    const { client, socket } = await startConnected();
    const stopped = client.send('stop', {});
    const released = client.send('setBrakes', { state: 'disengaged' }, { epoch: 3 });
    const [stop] = socket().requests('stop');
    const [brakes] = socket().requests('setBrakes');
    expect(brakes).toMatchObject({ payload: { state: 'disengaged' }, epoch: 3 });
    socket().say({
      kind: 'response',
      id: brakes?.id,
      ok: false,
      error: { code: 'conflict', message: 'Bo holds the arm' },
    });
    socket().say({ kind: 'response', id: stop?.id, ok: true, result: { stopEpoch: 4 } });
    expect(await stopped).toEqual({ stopEpoch: 4 });
    await expect(released).rejects.toMatchObject({ code: 'conflict', message: 'Bo holds the arm' });
  });

  it('rejects without a connection and when it is lost; it is never sent again', async () => {
    const { clock, client, socket, sockets } = await startConnected();
    const moved = client.send('moveJointRelative', { joint: 0, offset: 0.1 });
    socket().hangUp();
    await expect(moved).rejects.toMatchObject({ code: 'unavailable' });
    await expect(client.send('stop', {})).rejects.toMatchObject({ code: 'unavailable' });
    await clock.advance(1000);
    socket().admit();
    expect(sockets[1]?.requests('moveJointRelative')).toEqual([]);
  });

  it('has 30 s for its answer, except one that ends with a motion', async () => {
    const { clock, client, socket } = await startConnected();
    const brakes = client.send('setBrakes', { state: 'engaged' }).catch((error: unknown) => error);
    let isMoved = false;
    const moved = client.send('moveJointRelative', { joint: 0, offset: 0.1 }).then(() => {
      isMoved = true;
    });
    for (let second = 0; second < 31; second++) {
      await clock.advance(1000);
      socket().say(frame(second));
    }
    expect(await brakes).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('within 30 s; it may have been executed'),
    });
    expect(isMoved).toBe(false);
    const [move] = socket().requests('moveJointRelative');
    socket().say({ kind: 'response', id: move?.id, ok: true, result: { result: 'Success', commandID: 'c' } });
    await moved;
    expect(isMoved).toBe(true);
  });

  it('waits for a state until it arrives', async () => {
    const { client, socket, session } = await startConnected();
    const released = client.waitFor(({ brakes }) => brakes === 'disengaged');
    socket().say(session.patch([{ op: 'replace', path: '/brakes', value: 'disengaged' }]));
    expect((await released).brakes).toBe('disengaged');
  });
});
