import { once } from 'node:events';
import { expect, it } from 'vitest';
import { startModuleWorker } from './module-worker.ts';

it('startModuleWorker starts a worker from its TypeScript source with its data and earlier messages', async () => {
  const worker = startModuleWorker(import.meta.url, './testing/shouting-worker.fixture.ts', {
    workerData: { mark: '!' },
  });
  worker.postMessage('hello');
  const [answer] = await once(worker, 'message');
  expect(answer).toBe('HELLO!');
  await worker.terminate();
});
