import type { RobotKind } from '@cellwright/domain/robot';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Shape } from '../harness.ts';
import { type Continuation, continueAfter } from './continue.fixture.ts';
import { cartonCount, upTo } from './stacking.fixture.ts';
import { cyclePower, type Fault, kill, StackingCell } from './stacking-cell.fixture.ts';

/** A fault during palletizing, with the affected robot. */
interface Row {
  readonly title: string;
  readonly robotKind: RobotKind;
  readonly fault: Fault;
}

const rows: readonly Row[] = [
  { title: 'all processes were killed', robotKind: 'live', fault: cyclePower },
  { title: 'all processes were killed', robotKind: 'simulated', fault: cyclePower },
  { title: 'routine-runner was killed', robotKind: 'live', fault: kill('routine-runner') },
  { title: 'its controller was killed', robotKind: 'live', fault: kill('controller-twin') },
  { title: 'the database was killed', robotKind: 'live', fault: kill('postgres') },
];

/** Expects the second run to begin with the next carton: no carton is omitted, and none is placed twice. */
function expectNextCarton({ offer, place, standing, ...after }: Continuation): void {
  expect(standing).toEqual(upTo(standing.length));
  const { round, isDone, stepPath } = place;
  // The carton of this round may already be placed: then the run continues after the step that shows it, or shows it
  // again.
  const isShown = stepPath === '2.1.3' && (isDone || standing.length === round?.round);
  const carton = isShown ? standing.length : standing.length + 1;
  const words = { '2.1.1': 'Fetch carton', '2.1.2': 'Place carton', '2.1.3': 'Show carton' };
  const step = Object.entries(words).find(([path]) => stepPath === path || stepPath.startsWith(`${path}.`));
  expect(offer).toBe(`${stepPath} – ${step?.[1]}, iteration ${carton} of ${cartonCount}`);
  if (!isDone)
    expect(
      stepPath === after.continuedAt || stepPath.startsWith(`${after.continuedAt}.`),
      `${stepPath} ${after.continuedAt}`,
    ).toBe(true);
  const before = isDone && isShown ? carton : carton - 1;
  expect(after.standingAfter).toEqual(upTo(after.standingAfter.length));
  // The last carton may be placed before its step has ended.
  expect([before + after.placed, before + after.placed + 1]).toContain(after.standingAfter.length);
  expect(after.isTaken).toBe(true);
}

inExhaustiveRuns(() => {
  describe.each<Shape>(['compact', 'processes'])('interrupted palletizing run in the shape %s', (shape) => {
    const stacking = new StackingCell(shape);
    beforeAll(() => stacking.start(), 400_000);
    afterAll(() => stacking.remove(), 60_000);

    it.each(rows.map((row) => [`${row.title} (${row.robotKind})`, row] as const))(
      'appears as the first offer and continues with the next carton after %s',
      async (_title, { robotKind, fault }) => {
        expectNextCarton(await continueAfter(stacking, robotKind, fault));
      },
      600_000,
    );
  });
});
