import type { Worker } from 'node:worker_threads';
import { ProductError } from '@cellwright/domain/basics';
import { startModuleWorker } from '@cellwright/service-kit';
import type { PackageFolder } from '@cellwright/steps/packaged';
import { documentOperations } from '../domain/document-operations.ts';
import {
  callOf,
  type DocumentOperation,
  type DocumentThread,
  type OperationArguments,
  type OperationReply,
  type OperationResult,
} from '../domain/operation-types.ts';

/**
 * Maximum length of a document that is processed inline, in characters. It takes about a millisecond; a thread would
 * cost more than it saves.
 */
const inlineCharacters = 32 * 1024;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * Creates a processor of documents: small ones inline, large ones in a thread, which starts when first needed.
 * @param packages the packages of kinds, which the thread loads as this process has
 */
export function createDocumentThread(packages: readonly PackageFolder[] = []): DocumentThread {
  let worker: Worker | undefined;
  let lastID = 0;
  const waiting = new Map<number, Waiting>();

  const failAll = (error: Error) => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = (): Worker => {
    const started = startModuleWorker(import.meta.url, './document-worker.ts', {
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      workerData: packages,
    });
    started.unref();
    started.on('message', (reply: OperationReply) => {
      const entry = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (waiting.size === 0) started.unref();
      if (reply.ok) entry?.resolve(reply.result);
      else entry?.reject(new Error(reply.error));
    });
    started.on('error', (error) => failAll(refusalOf(error)));
    return started;
  };

  return {
    async run<K extends DocumentOperation>(
      operation: K,
      args: OperationArguments<K>,
      size: number,
    ): Promise<OperationResult<K>> {
      const id = ++lastID;
      const request = { id, operation, args };
      // Sound: both ways return the operation's own result.
      if (size <= inlineCharacters) return callOf(request, documentOperations)() as OperationResult<K>;
      worker ??= start();
      worker.ref();
      const target = worker;
      return new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        target.postMessage(request);
      }) as Promise<OperationResult<K>>;
    },
    async close() {
      const ended = worker;
      failAll(new ProductError('unavailable', 'The library is stopping'));
      await ended?.terminate();
    },
  };
}

/** Converts the error of a thread: running out of memory becomes a refusal, other errors remain internal errors. */
function refusalOf(error: Error): Error {
  const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory
    ? new ProductError('too_large', 'The document is too large to process. Split it', undefined, { cause: error })
    : error;
}
