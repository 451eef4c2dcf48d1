// Clients of one server: they count received messages. Usage: clients.ts url entityEvent|frame count
import { once } from 'node:events';
import WebSocket from 'ws';
import { goodToken } from '../../../services/gateway/src/testing/gateway-bench.fixture.ts';
import type { Kind } from './messages.ts';

const [url = '', kind, count] = process.argv.slice(2) as [string, Kind, string];
const address = url.replace('http', 'ws');
let received = 0;

for (let opened = 0; opened < Number(count); opened += 50) {
  await Promise.all(Array.from({ length: 50 }, kind === 'frame' ? openRunnerSocket : openSocketIO));
}
process.on('message', () => process.send?.({ received }));
process.send?.({ received });

/** Opens a minimal, cheap client of socket.io. */
async function openSocketIO(): Promise<void> {
  const socket = new WebSocket(`${address}/api/socket.io/?EIO=4&transport=websocket`);
  const isIn = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token: goodToken })}`);
      else if (text === '2') socket.send('3');
      else if (text.startsWith('40')) resolve();
      else if (text.startsWith('42')) received++;
    });
  });
  await isIn;
}

async function openRunnerSocket(): Promise<void> {
  const socket = new WebSocket(`${address}/api/v1/routine-runner/simulated`);
  socket.on('message', (data) => {
    if (String(data).startsWith('{"kind":"frame"')) received++;
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ kind: 'authenticate', token: goodToken }));
}
