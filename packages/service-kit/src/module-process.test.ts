import { once } from 'node:events';
import { expect, it } from 'vitest';
import { startModuleProcess } from './module-process.ts';

const MB = 1024 * 1024;

it('A module process ends when its buffers exceed its memory limit', { timeout: 120_000 }, async () => {
  const options = { packages: [], args: ['1500'], maxMemoryBytes: 500 * MB };
  const child = startModuleProcess(import.meta.url, './testing/hungry-process.fixture.ts', options);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await once(child, 'close');
  expect(output).toContain('begun');
  expect(output).not.toContain('ended');
});

it('A module process within its memory limit has its arguments and no environment', {
  timeout: 120_000,
}, async () => {
  const options = { packages: [], args: ['10'], maxMemoryBytes: 500 * MB };
  const child = startModuleProcess(import.meta.url, './testing/hungry-process.fixture.ts', options);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await once(child, 'close');
  expect(output).toBe('begun with environment {}\nended with 10 MB\n');
});
