import { expect, it } from 'vitest';
import { SerialQueue } from './serial-queue.ts';

it('A serial queue starts each task after the one before has ended and gives each caller its own result', async () => {
  const queue = new SerialQueue();
  const log: string[] = [];
  let endFirst: (error: Error) => void = () => {};
  const first = queue.run(() => {
    log.push('first begins');
    return new Promise<never>((_, reject) => {
      endFirst = reject;
    });
  });
  const second = queue.run(async () => {
    log.push('second begins');
    return 'done';
  });
  const third = queue.run(async () => log.length);
  await Promise.resolve();
  expect(log).toEqual(['first begins']);
  endFirst(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  expect([await second, await third]).toEqual(['done', 2]);
});
