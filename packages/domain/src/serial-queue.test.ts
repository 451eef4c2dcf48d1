import { expect, it } from 'vitest';
import { SerialQueue } from './serial-queue.ts';

it('a serial queue begins nothing before what came before has ended, and tells each caller of its own end', async () => {
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
