import { expect, it } from 'vitest';
import { measureLag } from './measure-lag.ts';

it('measureLag returns a factor from 1 to 20', async () => {
  const lag = await measureLag();
  expect(lag).toBeGreaterThanOrEqual(1);
  expect(lag).toBeLessThanOrEqual(20);
});
