import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { waitUntil } from '../harness.ts';
import type { FaultCell } from './fault-cell.fixture.ts';
import { sketchFile } from './routines.fixture.ts';

/** A requirement for a cell's gateway, with the problems found; empty if none. */
export interface DoorRow {
  readonly row: string;
  readonly wrong: readonly string[];
}

type Check = (faults: FaultCell, wrong: (what: string) => void) => Promise<void>;

const json = (value: unknown) => JSON.stringify(value);
const envelopeSchema = z.object({ error: z.string(), message: z.string() });
const variable = () => ({ id: `variable_${randomUUID()}`, name: `count ${randomUUID()}`, initialValue: 1 });
const routineFile = () => {
  const id = `routine_${randomUUID()}`;
  return sketchFile(id, [{ id: `step_${id}`, stepKind: 'Wait', args: { milliseconds: 1 } }]);
};

/** C2: a key is bound to its caller, the command and the content. */
const keysAreBound: Check = async (faults, wrong) => {
  const key = { 'idempotency-key': randomUUID() };
  const first = variable();
  const made = await faults.call('POST', '/variables', json(first), key);
  if (made.status !== 200) wrong(`the first command answered ${made.status}`);
  const again = await faults.call('POST', '/variables', json(first), key);
  if (again.text !== made.text) wrong('the repeat of a command was answered otherwise');
  const others: readonly [string, string, string][] = [
    ['POST', '/variables', json(variable())],
    ['PATCH', `/variables/${first.id}`, json({ name: 'other' })],
    ['POST', '/space-items', json({ name: 'P1', kind: 'singlePosition' })],
    ['POST', '/routines', json(routineFile().routine)],
    ['POST', '/routines/import', json(routineFile())],
  ];
  for (const [method, path, body] of others) {
    const { status, text } = await faults.call(method, path, body, key);
    if (status !== 409) wrong(`${method} ${path} with a used key answered ${status} ${text.slice(0, 100)}`);
  }
};

/** C6: nothing stays open for clients that request pages without a token and disconnect. */
const nothingLeaks: Check = async (faults, wrong) => {
  const count = () => readdirSync(`/proc/${faults.pidOf('gateway')}/fd`).length;
  const { port } = new URL(faults.cell.url);
  await faults.call('GET', '/routines');
  const before = count();
  for (let client = 0; client < 30; client++) {
    await new Promise<void>((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: Number(port) }, () => {
        socket.write('GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: cell\r\n\r\n'.repeat(20), () => {
          socket.destroy();
          resolve();
        });
      });
      socket.on('error', reject);
    });
  }
  await waitUntil(() => count() <= before + 3, 15_000).catch(() =>
    wrong(`${count() - before} descriptors are still open`),
  );
};

/** C10, C11: numbers that no service accepts are refused with an explanation. */
const oddNumbersAreRefused: Check = async (faults, wrong) => {
  const session = await faults.openReadySession('simulated');
  const refuses = async (what: string, send: Promise<unknown>) => {
    const outcome = await send.then(
      () => 'it was taken',
      (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
    );
    if (outcome !== 'request_failed_validation') wrong(`${what}: ${outcome}`);
  };
  await refuses(
    'a version beyond 32 bits',
    session.send('loadRoutine', { routineID: 'routine_x', version: 9_007_199_254_740_991 }),
  );
  const rotation: [number, number, number] = [1e308, 1e308, 1e308];
  const translation: [number, number, number] = [0, 0, 0];
  await refuses(
    'a rotation of 1e308',
    session.send('moveToolRelative', { frame: 'tool', translation, rotation, isHeld: false }),
  );
  session.close();
};

/** C12, C13: removed documents can be restored, as the refusal advises; a file with a duplicate id is refused. */
const documentsComeBack: Check = async (faults, wrong) => {
  const document = variable();
  await faults.call('POST', '/variables', json(document));
  await faults.call('DELETE', `/variables/${document.id}`);
  const again = await faults.call('POST', '/variables', json(document));
  if (again.status !== 409 || !again.text.includes('Restore it')) wrong(`a removed id answered ${again.text}`);
  const restored = await faults.call('POST', `/variables/${document.id}/restore`);
  if (restored.status !== 200) wrong(`restoring answered ${restored.status} ${restored.text}`);
  const file = routineFile();
  const twice = { ...file, globals: { variables: [document, { ...document, initialValue: 2 }], spaceItems: [] } };
  const imported = await faults.call('POST', '/routines/import', json(twice));
  if (imported.status !== 400 || !imported.text.includes('is used twice')) wrong(`an id twice: ${imported.text}`);
};

/** C14: an upgrade without a socket at its path is answered and closed, and silent connections are closed. */
const silenceEnds: Check = async (faults, wrong) => {
  const port = Number(new URL(faults.cell.url).port);
  const open = (text: string) =>
    new Promise<{ received: string; afterMS: number }>((resolve, reject) => {
      const startedAt = performance.now();
      let received = '';
      const socket = connect({ host: '127.0.0.1', port }, () => void (text === '' || socket.write(text)));
      socket.on('data', (data) => {
        received += String(data);
      });
      socket.on('close', () => resolve({ received, afterMS: performance.now() - startedAt }));
      socket.on('error', reject);
    });
  const head = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
  const upgrade = await open(`GET /health/live HTTP/1.1\r\nHost: cell\r\n${head}${key}`);
  const body = upgrade.received.split('\r\n\r\n')[1] ?? '';
  if (!envelopeSchema.safeParse(parse(body)).success) wrong(`an upgrade was answered ${upgrade.received.slice(0, 80)}`);
  const silent = Promise.all(Array.from({ length: 100 }, () => open('')));
  const isClosed = await Promise.race([silent.then(() => true), delay(40_000, false)]);
  if (!isClosed) wrong('silent connections are still open after 40 s');
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const checks: Readonly<Record<string, Check>> = {
  'C2 idempotency keys are bound': keysAreBound,
  'C6 nothing leaks of clients that go away': nothingLeaks,
  'C10, C11 odd numbers are refused': oddNumbersAreRefused,
  'C12, C13 documents come back, ids twice are refused': documentsComeBack,
  'C14 silence ends': silenceEnds,
};

export const doorRows = Object.keys(checks);

/** Tests one row on a running cell. */
export async function tryDoorRow(faults: FaultCell, row: string): Promise<DoorRow> {
  const wrong: string[] = [];
  const check = checks[row];
  if (!check) throw new Error(`there is no row '${row}'`);
  await check(faults, (what) => wrong.push(what));
  return { row, wrong };
}
