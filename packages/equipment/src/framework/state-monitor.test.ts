import { VirtualClock } from '@cellwright/testkit';
import { expect, it } from 'vitest';
import { StateMonitor } from './state-monitor.ts';

it('A reading that is requested during another one follows it, and serves all requests', async () => {
  const clock = new VirtualClock();
  let value = 'old';
  let known = '';
  const monitor = new StateMonitor({
    clock,
    async read() {
      const seen = value;
      await clock.sleep(10);
      known = seen;
      return 1000;
    },
  });
  void monitor.readNow();
  await clock.advance(5);
  value = 'new';
  const asked = [monitor.readNow(), monitor.readNow()].map((reading) => reading.then(() => known));
  await clock.advance(100);
  expect(await Promise.all(asked)).toEqual(['new', 'new']);
  await monitor.close();
});
