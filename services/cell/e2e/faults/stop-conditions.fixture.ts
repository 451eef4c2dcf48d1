import { connect } from 'node:net';
import { WebSocket } from 'ws';
import type { FaultCell } from './fault-cell.fixture.ts';
import { sketchFile } from './routines.fixture.ts';

const longRoutineSteps = 20_000;

/**
 * Opens connections from another address that each send 5,000 requests at once, read, and reconnect 50 ms after they
 * are closed. A blocked source may only stop for some seconds.
 */
export async function pipelineWithoutToken({ cell }: FaultCell, connections: number): Promise<() => void> {
  const { port, hostname } = new URL(cell.url);
  const burst = `GET /api/v1/openapi.json HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`.repeat(5000);
  let isOver = false;
  const open = (): void => {
    if (isOver) return;
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: '127.0.0.2' });
    socket.on('error', () => undefined);
    socket.once('close', () => setTimeout(open, 50));
    socket.resume();
    socket.write(burst);
    ends.add(() => socket.destroy());
  };
  const ends = new Set<() => void>();
  for (let index = 0; index < connections; index++) open();
  return () => {
    isOver = true;
    for (const end of ends) end();
  };
}

/** Returns a routine of very many quick steps. */
export function longRoutine(steps = longRoutineSteps, milliseconds = 1) {
  const waits = Array.from({ length: steps }, (_, index) => ({
    id: `step_long_${index}`,
    stepKind: 'Wait',
    args: { milliseconds },
  }));
  return sketchFile('routine_long', waits);
}

/** Adds global variables: the state of a robot with a loaded routine contains all of them. */
export async function addGlobalVariables(faults: FaultCell, count: number): Promise<void> {
  const wait = { id: 'step_many_wait', stepKind: 'Wait', args: { milliseconds: 1 } };
  const { routineID, ...file } = {
    routineID: 'routine_many_variables',
    ...sketchFile('routine_many_variables', [wait]),
  };
  const variables = Array.from({ length: count }, (_, index) => ({
    ...{ id: `variable_many_${index}`, name: `many ${index}`, isGlobal: true, initialValue: index },
  }));
  const text = JSON.stringify({ ...file, globals: { ...file.globals, variables } });
  const { status, text: answer } = await faults.call('POST', '/routines/import', text);
  if (status >= 300) throw new Error(`the import of ${routineID} was refused: ${answer}`);
}

/** Channels of a stop; each resolves when the stop is confirmed or, behind requests, when its response has arrived. */
export type StopKind = 'http' | 'stop listener' | 'new socket' | 'open socket' | 'behind 2,000 requests';

/** @param onSent called when the stop itself is handed over, behind what is sent or opened before it */
export async function sendStop(
  faults: FaultCell,
  kind: StopKind,
  open: WebSocket,
  onSent: () => void = () => undefined,
): Promise<void> {
  if (kind === 'http' || kind === 'stop listener') onSent();
  if (kind === 'http') return expectStopped((await faults.call('POST', '/robots/simulated/stop')).status);
  if (kind === 'stop listener') {
    const response = await fetch(
      `http://127.0.0.1:${faults.portOf('stop-listener')}/api/v1/cell/robots/simulated/stop`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${faults.cell.client.adminKey}` },
      },
    );
    return expectStopped(response.status);
  }
  if (kind === 'open socket') return stopOver(open, 0, onSent);
  const socket = await openRunnerSocket(faults, kind === 'new socket');
  try {
    await stopOver(socket, kind === 'new socket' ? 0 : 2000, onSent);
  } finally {
    socket.close();
  }
}

function expectStopped(status: number): void {
  if (status !== 200) throw new Error(`the stop was answered with ${status}`);
}

/** Resolves when it is open or, with `isHasty`, as soon as messages can be sent. */
export async function openRunnerSocket({ cell }: FaultCell, isHasty = false): Promise<WebSocket> {
  const socket = new WebSocket(`${cell.url.replace(/^http/, 'ws')}/api/v1/routine-runner/simulated`);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const admitted = new Promise<void>((resolve) => {
    socket.on('message', (data) => String(data).startsWith('{"kind":"authenticated"') && resolve());
  });
  socket.send(JSON.stringify({ kind: 'authenticate', token: cell.client.adminKey }));
  if (!isHasty) await admitted;
  return socket;
}

let stopCount = 0;

function stopOver(socket: WebSocket, requestsAhead: number, onSent: () => void): Promise<void> {
  const id = `stop ${++stopCount}`;
  return new Promise((resolve, reject) => {
    const head = JSON.stringify({ kind: 'response', id }).slice(0, -1);
    const onMessage = (data: WebSocket.RawData) => {
      if (!String(data).startsWith(head)) return;
      socket.off('message', onMessage);
      resolve();
    };
    socket.on('message', onMessage);
    socket.once('close', (code, reason) => reject(new Error(`the socket was closed: ${code} ${String(reason)}`)));
    for (let index = 0; index < requestsAhead; index++)
      socket.send(JSON.stringify({ id: `${id} ${index}`, kind: 'getStateSnapshot', payload: {} }));
    onSent();
    socket.send(JSON.stringify({ id, kind: 'stop' }));
  });
}
