import { once } from 'node:events';
import { connect } from 'node:net';
import WebSocket from 'ws';
import { goodToken } from '../../../services/gateway/src/testing/gateway-bench.fixture.ts';

/** Count of each status, or end of a connection. */
export type Outcome = Record<string, number>;

const authorization = `authorization: Bearer ${goodToken}\r\n`;
const routinePath = '/api/v1/cell/routines/r1';
const robotPath = '/api/v1/cell/robots/simulated/state';

/** Simultaneous requests to the gateway. */
export const loads: Readonly<Record<string, (url: string) => Promise<Outcome>>> = {
  nothing: async () => new Promise((resolve) => setTimeout(() => resolve({}), 2000)),
  '5,000 pipelined metrics': (url) => pipeline(url, '/metrics', 5000, authorization),
  '500 pipelined openapi.json': (url) => pipeline(url, '/api/v1/openapi.json', 500),
  '2,000 pipelined reads with a token': (url) => pipeline(url, robotPath, 2000, authorization),
  '10 connections of 2,000 pipelined reads': async (url) =>
    sum(await Promise.all(Array.from({ length: 10 }, () => pipeline(url, robotPath, 2000, authorization)))),
  '10 sockets of 2,000 runner requests': async (url) =>
    sum(await Promise.all(Array.from({ length: 10 }, () => floodSocket(url, 2000)))),
  '10 routines of 5 MB at once': async (url) => sum(await Promise.all(Array.from({ length: 10 }, () => download(url)))),
  '10 saves of 5 MB at once': async (url) => sum(await Promise.all(Array.from({ length: 10 }, () => save(url)))),
};

function sum(outcomes: readonly Outcome[]): Outcome {
  const total: Outcome = {};
  for (const outcome of outcomes)
    for (const [name, count] of Object.entries(outcome)) total[name] = (total[name] ?? 0) + count;
  return total;
}

/** Sends everything at once on one connection, and reads until all is answered or the gateway closes it. */
async function pipeline(url: string, path: string, count: number, headers = ''): Promise<Outcome> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  const outcome: Outcome = {};
  let answered = 0;
  let rest = '';
  const ended = new Promise<void>((resolve) => {
    socket.on('close', resolve).on('error', () => resolve());
    socket.on('data', (data) => {
      const text = rest + data.toString('latin1');
      rest = text.slice(-12);
      for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3})(?= [A-Z])/g)) {
        outcome[status] = (outcome[status] ?? 0) + 1;
        if (++answered === count) resolve();
      }
    });
  });
  socket.write(`GET ${path} HTTP/1.1\r\nhost: cell\r\n${headers}\r\n`.repeat(count));
  await ended;
  socket.destroy();
  return answered < count ? { ...outcome, 'closed before its answer': count - answered } : outcome;
}

async function floodSocket(url: string, count: number): Promise<Outcome> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/routine-runner/simulated`);
  await once(socket, 'open');
  socket.send(JSON.stringify({ kind: 'authenticate', token: goodToken }));
  await once(socket, 'message');
  const outcome: Outcome = { answered: 0, refused: 0 };
  const ended = new Promise<void>((resolve) => {
    let left = count;
    socket.on('close', () => resolve());
    socket.on('message', (data) => {
      const text = String(data);
      if (!text.includes('"response"')) return;
      const name = text.includes('"ok":true') ? 'answered' : 'refused';
      outcome[name] = (outcome[name] ?? 0) + 1;
      if (--left === 0) resolve();
    });
  });
  for (let index = 0; index < count; index++)
    socket.send(JSON.stringify({ id: `r${index}`, kind: 'getLoadedRoutineState', payload: {} }));
  await ended;
  socket.terminate();
  return outcome;
}

async function download(url: string): Promise<Outcome> {
  const response = await fetch(`${url}${routinePath}`, { headers: { authorization: `Bearer ${goodToken}` } });
  await response.arrayBuffer();
  return { [response.status]: 1 };
}

const document = JSON.stringify({ id: 'r1', text: 'é'.repeat(2_500_000) });

async function save(url: string): Promise<Outcome> {
  const response = await fetch(`${url}${routinePath}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${goodToken}`, 'content-type': 'application/json', 'if-match': '"4"' },
    body: document,
  });
  await response.arrayBuffer();
  return { [response.status]: 1 };
}
