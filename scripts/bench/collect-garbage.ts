import { readFileSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import * as z from 'zod';

/** Address of the inspector that a process opens for SIGUSR1. */
const inspector = 'http://127.0.0.1:9229/json/list';
const withinMS = 15_000;
const lookAgainMS = 50;
const readyAfterMS = 5000;
const targetsSchema = z.array(z.object({ webSocketDebuggerUrl: z.string() })).min(1);

/**
 * Has a Node.js process collect all its garbage, through its inspector: memory that waits for a collection looks like
 * growth. Returns false for a process without inspector: another program, or one under the permission model.
 * @throws Error if the inspector does not answer, or is that of another process
 */
export async function collectGarbage(pid: number): Promise<boolean> {
  if (!hasInspector(pid)) return false;
  process.kill(pid, 'SIGUSR1');
  const [target] = await waitFor(async () => targetsSchema.parse(await (await fetch(inspector)).json()));
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const call = (id: number, method: string, params = {}) =>
    new Promise<string>((resolve, reject) => {
      socket.once('message', (data) => resolve(String(data))).once('close', () => reject(new Error('it has ended')));
      socket.send(JSON.stringify({ id, method, params }));
    });
  const evaluate = (id: number, expression: string) => call(id, 'Runtime.evaluate', { expression });
  const found = await evaluate(1, 'process.pid');
  if (!found.includes(`"value":${pid},`)) throw new Error(`the inspector is not that of ${pid}: ${found}`);
  await call(2, 'HeapProfiler.collectGarbage');
  // Closing ends this connection, too.
  await evaluate(3, `setTimeout(() => process.getBuiltinModule('inspector').close(), 10)`);
  await waitFor(async () => {
    const isOpen = await fetch(inspector).then(
      () => true,
      () => false,
    );
    if (isOpen) throw new Error(`the inspector of ${pid} stays open`);
  });
  return true;
}

/** False for a process that has ended, or began a moment ago: the signal would end it. */
function hasInspector(pid: number): boolean {
  try {
    const [program, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const isConfined = args.some((each) => /^--(experimental-)?permission$/.test(each));
    const isReady = Date.now() - statSync(`/proc/${pid}`).ctimeMs > readyAfterMS;
    return program === process.execPath && !isConfined && isReady;
  } catch {
    return false;
  }
}

/** Tries until it succeeds. @throws what it fails with when time is up */
async function waitFor<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + withinMS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > end) throw error;
      await delay(lookAgainMS);
    }
  }
}
