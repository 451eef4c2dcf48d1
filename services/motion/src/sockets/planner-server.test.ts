import { once } from 'node:events';
import { connect } from 'node:net';
import { silentLogger, systemClock } from '@cellwright/service-kit';
import { anyCaller } from '@cellwright/service-kit/testing/peers';
import { describe, expect, it } from 'vitest';
import { CachedPlanner } from '../domain/cached-planner.ts';
import { SceneStore } from '../domain/scene/scene-store.ts';
import { startPlannerServer } from './planner-server.ts';

const unused = () => {
  throw new Error('nothing is planned here');
};
const cachedPlanner = new CachedPlanner({
  backend: {
    ...{
      name: 'builtIn' as const,
      plan: unused,
      solveForward: unused,
      solveInverse: unused,
      close: async () => undefined,
    },
    inspectScene: () => ({ unusable: [], notes: [] }),
    findProblem: () => undefined,
  },
  store: { load: async () => [], save: () => undefined, clear: async () => undefined },
});
const deps = { cachedPlanner, scenes: new SceneStore(), ownsScenes: true, clock: systemClock, log: silentLogger };

describe("The planner's server", () => {
  it('closes although a stranger never finishes a request', async () => {
    const server = await startPlannerServer(deps, { port: 0, callers: anyCaller });
    const stranger = connect(Number(server.address.split(':').at(-1)), '127.0.0.1');
    await once(stranger, 'connect');
    const ended = new Promise((resolve) => stranger.once('close', resolve));
    stranger.on('error', () => undefined).write('GET / HTTP/1.1\r\nhost: ce');
    await server.close();
    await ended;
    expect(server.connections).toBe(0);
  }, 10_000);
});
