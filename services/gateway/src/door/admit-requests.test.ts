import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { VirtualClock } from '@cellwright/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { admitRequests } from './admit-requests.ts';
import { type Connections, createConnections } from './connections.ts';
import { doorLimits } from './limits.ts';
import { createRateLimit } from './rate-limit.ts';

let connections: Connections;
let admit: ReturnType<typeof admitRequests>;
/** Requests in the order in which they began. */
let begun: string[];
beforeEach(() => {
  const clock = new VirtualClock();
  const limits = doorLimits({ DOOR_MAX_REQUESTS_AT_ONCE: 1000 });
  begun = [];
  connections = createConnections(limits, clock);
  const openRequests = createRateLimit({ burst: 10_000, perSecond: 1, now: () => clock.now() });
  admit = admitRequests(
    { limits, connections, openRequests, fileRequests: openRequests, findCaller: () => undefined },
    ({ url = '' }) => {
      begun.push(url);
      // Duration of a turn of the event loop.
      const end = performance.now() + 6;
      while (performance.now() < end);
    },
  );
});

function ask(socket: Socket, url: string, method = 'GET'): ServerResponse {
  const request = new IncomingMessage(socket);
  Object.assign(request, { url, method });
  const response = new ServerResponse(request);
  admit(request, response);
  return response;
}

/** Sends requests of 20 clients; all but the first wait. */
function flood(): void {
  for (const socket of Array.from({ length: 20 }, () => new Socket())) ask(socket, '/api/v1/openapi.json');
}

describe('The liveness check', () => {
  it('starts immediately during a flood of requests from other clients', () => {
    flood();
    expect([begun, connections.waiting]).toEqual([['/api/v1/openapi.json'], 19]);
    ask(new Socket(), '/health/live');
    expect(begun).toEqual(['/api/v1/openapi.json', '/health/live']);
  });

  it('waits behind another check of its connection', () => {
    flood();
    const socket = new Socket();
    const first = ask(socket, '/health/live');
    ask(socket, '/health/live');
    expect([begun.length, connections.waiting]).toEqual([2, 20]);
    first.emit('close');
    ask(socket, '/health/live');
    expect([begun.length, connections.waiting]).toEqual([2, 21]);
  });

  it.each(['/health/ready', '/health/live?x', '/api/v1/cell/routines', '/'])('goes before %s, which waits', (url) => {
    flood();
    ask(new Socket(), url);
    expect(begun).not.toContain(url);
  });

  it('never delays a stop, and is never delayed by one', () => {
    flood();
    ask(new Socket(), '/health/live');
    ask(new Socket(), '/api/v1/cell/robots/live/stop', 'POST');
    expect(begun.slice(1)).toEqual(['/health/live', '/api/v1/cell/robots/live/stop']);
  });
});
