// Preloaded into the processes of a cell that is soaked (NODE_OPTIONS=--import=…?folder=…): each thread listens on a socket
// in that folder. A connection collects the garbage of the thread and receives its heap in use as JSON.
// With `snapshot <path>` it writes a heap snapshot first.
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread, threadId } from 'node:worker_threads';

const folder = new URL(import.meta.url).searchParams.get('folder');
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (request) => {
    const [, path] = /^snapshot (.*)\n/.exec(String(request)) ?? [];
    if (path !== undefined) writeHeapSnapshot(path);
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    socket.end(JSON.stringify({ isMainThread, heapUsed, arrayBuffers }));
  });
});
server.on('error', () => undefined);
server.listen(join(folder, `${process.pid}-${threadId}.sock`));
server.unref();
