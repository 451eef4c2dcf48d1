import { silentLogger, systemClock } from '@cellwright/service-kit';
import {
  createCallerGate,
  fixedSecret,
  proofHeaders,
  readInternalTLS,
  tlsClientOptions,
} from '@cellwright/service-kit/callers';
import { shareAuthorities, type TestTLS } from '@cellwright/service-kit/testing/certificates';
import { describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { CachedPlanner } from '../domain/cached-planner.ts';
import { SceneStore } from '../domain/scene/scene-store.ts';
import { startPlannerServer } from './planner-server.ts';

const secret = 'a secret of the gateway and motion';
const unused = () => {
  throw new Error('nothing is planned here');
};
const backend = {
  ...{ name: 'builtIn' as const, plan: unused, solveForward: unused, solveInverse: unused },
  ...{ inspectScene: () => ({ unusable: [], notes: [] }), findProblem: () => undefined, close: async () => {} },
} as const;
const cachedPlanner = new CachedPlanner({
  backend,
  store: { load: async () => [], save: () => undefined, clear: async () => undefined },
});

const authorities = shareAuthorities();

async function start(tls: TestTLS): Promise<string> {
  const secrets = new Map([['gateway', fixedSecret(secret)]] as const);
  const live = readInternalTLS(tls.env, silentLogger);
  const callers = createCallerGate({ callee: 'motion', secrets, tls: live, log: silentLogger });
  const deps = { cachedPlanner, scenes: new SceneStore(), ownsScenes: true, clock: systemClock, log: silentLogger };
  const server = await startPlannerServer(deps, { port: 0, callers });
  onTestFinished(() => server.close());
  return server.address;
}

/** Opens the planner's socket as the gateway does. Resolves with the socket, or the reason of a failure. */
function open(address: string, tls?: TestTLS): Promise<WebSocket | string> {
  const material = tls && readInternalTLS(tls.env, silentLogger)?.current;
  const socket = new WebSocket(`${material ? 'wss' : 'ws'}://${address}/plan_path?robotKind=simulated`, {
    headers: proofHeaders({ caller: 'gateway', secret }),
    ...(material && tlsClientOptions(material, 'motion')),
  });
  onTestFinished(() => socket.terminate());
  return new Promise((resolve) => {
    socket.once('open', () => resolve(socket));
    socket.once('error', (error) => resolve(error.message));
  });
}

describe("The planner's socket with mutual TLS", () => {
  it('opens for the gateway, and stays open while certificates are replaced', async () => {
    const tls = authorities.trusted.issue('motion');
    const address = await start(tls);
    const socket = await open(address, authorities.trusted.issue('gateway'));
    if (typeof socket === 'string') throw new Error(socket);
    tls.replaceBy(authorities.foreign.issue('motion'));
    const renewed = authorities.foreign.issue('gateway');
    await expect.poll(async () => typeof (await open(address, renewed)), { timeout: 20_000 }).toBe('object');
    const answer = new Promise((resolve) => socket.once('message', (data) => resolve(JSON.parse(String(data)))));
    socket.send('no JSON');
    expect(await answer).toMatchObject({ kind: 'error' });
  });

  it.each<[string, () => TestTLS | undefined]>([
    ['without TLS', () => undefined],
    ['with a certificate of a foreign authority', () => authorities.foreign.issue('gateway')],
    ['with the certificate of another service', () => authorities.trusted.issue('library')],
  ])('refuses a peer %s', async (_, makeTLS) => {
    const address = await start(authorities.trusted.issue('motion'));
    const tls = makeTLS();
    tls?.trust(authorities.trusted);
    expect(await open(address, tls)).toBeTypeOf('string');
  });
});
