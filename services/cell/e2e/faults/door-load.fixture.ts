import { once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { largeFile } from './bad-input.fixture.ts';
import type { FaultCell } from './fault-cell.fixture.ts';

/**
 * Applies one round of a load to the gateway; returns its number of requests. The gateway may refuse requests or close
 * connections.
 */
export type DoorLoad = (faults: FaultCell) => Promise<number>;

const largeID = 'routine_door_large';

/** Loads that the gateway must withstand: the worst found to delay a commander that shares an event loop with it. */
export const doorLoads: Readonly<Record<string, DoorLoad>> = {
  'pipelined metrics': (faults) => pipeline(faults, '/metrics', 200),
  'pipelined OpenAPI': (faults) => pipeline(faults, '/api/v1/openapi.json', 500),
  'ten sockets with 2,000 requests each': async (faults) => {
    await Promise.allSettled(Array.from({ length: 10 }, () => flood(faults, 2000)));
    return 20_000;
  },
  'ten downloads of 5 MB at once': (faults) => inParallel(10, () => faults.call('GET', `/routines/${largeID}`)),
  'large routines validated and imported': async (faults) => {
    const text = JSON.stringify(largeFile(2_000_000, 'routine_door_import'));
    const doors = ['validate', 'import', 'validate', 'import'];
    return inParallel(doors.length, (index) => faults.call('POST', `/routines/${doors[index]}`, text));
  },
  'a large routine compiled': async (faults) => {
    const session = await faults.openReadySession('live');
    try {
      await session.send('loadRoutine', { routineID: largeID });
    } finally {
      session.close();
    }
    return 1;
  },
  '2,000 pipelined requests': (faults) => pipeline(faults, '/api/v1/cell/routines', 2000),
};

/** Imports the routines for the loads. */
export async function prepareDoorLoads(faults: FaultCell): Promise<void> {
  await faults.cell.client.importRoutine(JSON.stringify(largeFile(5_000_000, largeID)));
}

async function inParallel(count: number, request: (index: number) => Promise<unknown>): Promise<number> {
  await Promise.allSettled(Array.from({ length: count }, (_, index) => request(index)));
  return count;
}

const patienceMS = 60_000;

/** Sends all requests at once over one connection, reads every response, and closes. */
async function pipeline({ cell }: FaultCell, path: string, count: number): Promise<number> {
  const { port, hostname } = new URL(cell.url);
  const socket = connect(Number(port), hostname);
  const headers = `Host: ${hostname}\r\nAuthorization: Bearer ${cell.client.adminKey}\r\n`;
  const request = `GET ${path} HTTP/1.1\r\n${headers}`;
  socket.on('error', () => undefined);
  socket.resume();
  socket.setTimeout(patienceMS, () => socket.destroy());
  socket.write(`${`${request}\r\n`.repeat(count - 1)}${request}Connection: close\r\n\r\n`);
  await once(socket, 'close');
  return count;
}

/** Requests snapshots of the session without waiting for any; closes after the last response. */
async function flood({ cell }: FaultCell, count: number): Promise<void> {
  const socket = new WebSocket(`${cell.url.replace(/^http/, 'ws')}/api/v1/routine-runner/live`);
  socket.on('error', () => undefined);
  let answers = 0;
  const timer = setTimeout(() => socket.terminate(), patienceMS);
  socket.on('message', (data) => {
    if (String(data).includes('"response"')) answers += 1;
    if (answers === count) socket.close();
  });
  socket.once('open', () => {
    socket.send(JSON.stringify({ kind: 'authenticate', token: cell.client.adminKey }));
    for (let id = 1; id <= count; id += 1) {
      socket.send(JSON.stringify({ id: String(id), kind: 'getStateSnapshot', payload: {} }));
    }
  });
  await once(socket, 'close');
  clearTimeout(timer);
}
