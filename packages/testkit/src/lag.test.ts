import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { lagFactor, measureLag } from './lag.ts';

const burner = 'const end = performance.now() + 30_000; while (performance.now() < end);';

describe('lagFactor', () => {
  it('never shrinks a bound', () => {
    expect(lagFactor()).toBeGreaterThanOrEqual(1);
  });

  it('increases when more processes compute than there are cores', async () => {
    const count = 3 * availableParallelism();
    const burners = Array.from({ length: count }, () => spawn(process.execPath, ['-e', burner], { stdio: 'ignore' }));
    try {
      await expect.poll(lagFactor).toBeGreaterThan(1.5);
    } finally {
      for (const each of burners) each.kill('SIGKILL');
    }
  });
});

describe('measureLag', () => {
  it('returns how long the event loop was blocked', async () => {
    const lag = measureLag();
    await delay(20);
    const end = performance.now() + 100;
    while (performance.now() < end);
    await delay(20);
    expect(lag.stop()).toBeGreaterThan(80);
  });
});
