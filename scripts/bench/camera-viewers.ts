// Measures the processor time of a cell whose simulated camera of 1280×720 has no viewer, one and four, over MJPEG, and one
// that reads slowly. Prints JSON. Linux only. Build first. Usage: npx tsx scripts/bench/camera-viewers.ts [seconds] [fps]
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { makeDataPath, startCell } from '../../services/cell/e2e/harness.ts';
import { nameOf, pssOf, ticksOf, ticksPerSecond, treeOf } from './process-tree.ts';

const seconds = Number(process.argv[2] ?? 20);
const frameRate = Number(process.argv[3] ?? 10);
/** Compilation and garbage collection continue for a while after the start. */
const settleSeconds = 20;
/** Share of a core that four viewers may take, percent: that of the issue. */
const goalPercent = 25;

const data = makeDataPath();
const cell = await startCell('compact', data.path);
const authorization = `Bearer ${cell.client.adminKey}`;
const config = { kind: 'CustomCamera', name: 'Above', columns: 1280, rows: 720, frameRate };
const added = await fetch(`${cell.url}/api/v1/cell/equipment`, {
  method: 'POST',
  headers: { authorization, 'content-type': 'application/json' },
  body: JSON.stringify({ config, isEnabled: true }),
});
const { id } = z.object({ id: z.string() }).parse(await added.json());

interface Viewer {
  readonly socket: Socket;
  frames: number;
}

/** Counts the frames of a stream. */
function openViewer(bytesPerSecond = Number.POSITIVE_INFINITY): Viewer {
  const { hostname, port } = new URL(cell.url);
  const socket = connect(Number(port), hostname);
  const viewer: Viewer = { socket, frames: 0 };
  let tail = '';
  socket.on('data', (bytes: Buffer) => {
    const text = tail + bytes.toString('latin1');
    viewer.frames += text.split('x-frame-sequence:').length - 1;
    tail = text.slice(-16);
    if (bytesPerSecond === Number.POSITIVE_INFINITY) return;
    socket.pause();
    setTimeout(() => socket.resume(), (1000 * bytes.length) / bytesPerSecond);
  });
  socket.on('error', () => undefined);
  socket.write(
    `GET /api/v1/cell/cameras/${id}/stream HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${authorization}\r\n\r\n`,
  );
  return viewer;
}

async function measure(name: string, viewers: readonly Viewer[]) {
  await delay(5000);
  for (const viewer of viewers) viewer.frames = 0;
  const before = new Map(treeOf(cell.pid).map((pid) => [pid, ticksOf(pid)]));
  await delay(seconds * 1000);
  const processes = treeOf(cell.pid).map((pid) => ({
    name: nameOf(pid).slice(-30),
    cpuPercent: Math.round(((ticksOf(pid) - (before.get(pid) ?? 0)) / ticksPerSecond / seconds) * 1000) / 10,
    pssMiB: Math.round(pssOf(pid) / 1024),
  }));
  const framesPerSecond = viewers.map(({ frames }) => Math.round((frames / seconds) * 10) / 10);
  for (const { socket } of viewers) socket.destroy();
  await delay(3000);
  const cpuPercent = Math.round(processes.reduce((sum, process) => sum + process.cpuPercent, 0) * 10) / 10;
  return { name, cpuPercent, framesPerSecond, processes: processes.filter((process) => process.cpuPercent >= 1) };
}

try {
  await delay(settleSeconds * 1000);
  const results = [
    await measure('no viewer', []),
    await measure('one viewer', [openViewer()]),
    await measure('four viewers', [openViewer(), openViewer(), openViewer(), openViewer()]),
    await measure('four viewers, one slow', [openViewer(), openViewer(), openViewer(), openViewer(20_000)]),
  ];
  const [rest, , four] = results;
  const viewingPercent = Math.round(((four?.cpuPercent ?? 0) - (rest?.cpuPercent ?? 0)) * 10) / 10;
  console.log(JSON.stringify({ seconds, frameRate, viewingPercent, goalPercent, results }, undefined, 2));
} finally {
  await cell.stop();
  data.remove();
}
