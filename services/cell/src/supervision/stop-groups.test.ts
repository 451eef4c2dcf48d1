import { createLifecycle, silentLogger as log } from '@cellwright/service-kit';
import { expect, it } from 'vitest';
import { createStopGroups } from './stop-groups.ts';

function open() {
  const stopped: string[] = [];
  const lifecycle = createLifecycle({ log });
  const group = createStopGroups(lifecycle, ['store', 'door'], log);
  const add = (name: 'store' | 'door', part: string) => group(name).onStop(part, () => void stopped.push(part));
  return { stopped, lifecycle, add };
}

it('createStopGroups stops the last group first, regardless of the order of starts', async () => {
  const { stopped, lifecycle, add } = open();
  add('door', 'http');
  add('store', 'database');
  add('door', 'sockets');
  add('store', 'pool');
  expect(await lifecycle.stop('test')).toEqual([]);
  expect(stopped).toEqual(['sockets', 'http', 'pool', 'database']);
});

it('createStopGroups stops a part of an already stopped group immediately', async () => {
  const { stopped, lifecycle, add } = open();
  await lifecycle.stop('test');
  expect(() => add('door', 'late')).toThrow('stopping');
  await Promise.resolve();
  expect(stopped).toEqual(['late']);
});

it('createStopGroups names the group that did not stop cleanly', async () => {
  const lifecycle = createLifecycle({ log });
  const group = createStopGroups(lifecycle, ['store', 'door'], log);
  group('door').onStop('http', () => Promise.reject(new Error('expected')));
  expect(await lifecycle.stop('test')).toEqual(['door']);
});
