import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '@cellwright/service-kit/priority';
import { deskOperations } from '../domain/desk.ts';
import { type DeskRequest, deskCallOf } from '../domain/desk-operations.ts';

lowerThreadPriority();

/** The thread that works on large documents. */
parentPort?.on('message', (message: DeskRequest) => {
  try {
    parentPort?.postMessage({ id: message.id, ok: true, result: deskCallOf(message, deskOperations)() });
  } catch (error) {
    parentPort?.postMessage({
      id: message.id,
      ok: false,
      error: error instanceof Error ? error.message : String(error),
    });
  }
});
