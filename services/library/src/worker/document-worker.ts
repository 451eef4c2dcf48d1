import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '@cellwright/service-kit/priority';
import { loadKindPackages, type PackageFolder } from '@cellwright/steps/packaged';
import { documentOperations } from '../domain/document-operations.ts';
import { callOf, type OperationRequest } from '../domain/operation-types.ts';

lowerThreadPriority();
// Sound: only createDocumentThread starts this thread.
loadKindPackages(workerData as readonly PackageFolder[]);

/** Runs the thread that processes large documents. */
parentPort?.on('message', (message: OperationRequest) => {
  try {
    parentPort?.postMessage({ id: message.id, ok: true, result: callOf(message, documentOperations)() });
  } catch (error) {
    parentPort?.postMessage({
      id: message.id,
      ok: false,
      error: error instanceof Error ? error.message : String(error),
    });
  }
});
