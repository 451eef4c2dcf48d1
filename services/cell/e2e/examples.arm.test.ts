import { pickRows } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareArmCell } from './arm-cell.ts';
import { exampleFiles, expectReportedOnce, playExample, robotKinds, setUpExamples } from './examples.fixture.ts';
import { startOrderServer } from './order-server.fixture.ts';

const cell = shareArmCell();
let orders: Awaited<ReturnType<typeof startOrderServer>>;
beforeAll(async () => {
  orders = await startOrderServer();
  await setUpExamples(cell);
}, 60_000);
afterAll(() => orders.close());

/** A server, the routine of the documentation, and contact with a part. */
const playedAlways = ['orders-over-http.json', 'pick-and-place.json', 'pressing.json'];

describe.each(pickRows(exampleFiles, playedAlways))('the example %s', (file) => {
  it('plays from the command line to its end, on the twin of a live robot and on the simulated one', async () => {
    const simulated = await playExample(cell, orders, 'simulated', file);
    const live = await playExample(cell, orders, 'live', file);
    expect(live.essence).toEqual(simulated.essence);
    if (file === 'pressing.json') {
      // The part is pressed until it is seated, and the line is notified.
      expect(Object.values(simulated.essence).flat()).toContain('5.1 stepEnded completed');
    }
  }, 120_000);
});

it('orders-over-http.json produces the ordered parts and reports each once in every play', () => {
  expectReportedOnce(orders, robotKinds.length);
});
