import { once } from 'node:events';
import { expect, it } from 'vitest';
import { startModuleWorker } from './module-worker.ts';

it('a worker starts from its TypeScript source, with its data, and hears what was said before it was ready', async () => {
  const worker = startModuleWorker(import.meta.url, './testing/shouting-worker.fixture.ts', {
    workerData: { mark: '!' },
  });
  worker.postMessage('hello');
  const [answer] = await once(worker, 'message');
  expect(answer).toBe('HELLO!');
  await worker.terminate();
});
