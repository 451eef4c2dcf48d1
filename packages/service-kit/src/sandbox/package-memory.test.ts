import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { usualProcessLimits } from './isolated-process.ts';
import { type ModuleCalls, PackageHost } from './package-host.ts';
import { startPackageProcess } from './start-package-process.ts';

/** Each interpreter takes 16 MB: that of the current part, of used ones that are about to be freed, and compiled code. */
const expectedMB = 70;
const partCount = 20;
/** A busy machine gets more time than in the product. */
const limits = { ...usualProcessLimits, graceMS: 4000, killMS: 10_000 };

describe('the process of a package', { timeout: 60_000 }, () => {
  const host = new PackageHost(
    { name: 'lamps', exported: ['steps.Act'], source: 'export const steps = { Act: { async run() {} } };' },
    { start: startPackageProcess, limits, onState: () => undefined },
  );
  afterAll(() => host.close());

  const play = () => {
    const calls: ModuleCalls = { call: () => Promise.resolve({ ok: true, json: 'null' }) };
    const run = { entry: { kind: 'step', name: 'Act' }, args: {}, calls, callNames: [] } as const;
    return host.run(run, new AbortController().signal);
  };
  /** Returns the writable memory that counts for the limit. */
  const measureMB = () =>
    Number(/^VmData:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${host.pid}/status`, 'utf8'))?.[1]) / 1024;

  it('frees the memory of each part that has ended before many more parts use it up', async () => {
    await host.start();
    const atStart = measureMB();
    let most = 0;
    for (let index = 0; index < partCount; index++) {
      expect(await play()).toEqual({ ok: true, value: undefined });
      most = Math.max(most, measureMB());
    }
    expect(most - atStart).toBeLessThan(expectedMB);
  });
});
