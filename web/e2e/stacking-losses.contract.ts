import type { RobotKind } from '@cellwright/domain/robot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { upTo } from '../../services/cell/e2e/faults/stacking.fixture.ts';
import {
  cyclePower,
  kill,
  killMain,
  processesByShape,
  restart,
  separateProcesses,
  suspendDatabase,
} from '../../services/cell/e2e/faults/stacking-cell.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import {
  cartonCount,
  disconnectTablet,
  type Stacked,
  StackingTablet,
  type TabletFault,
} from './stacking-tablet.fixture.ts';

const otherFaults: readonly (readonly [title: string, fault: TabletFault])[] = [
  ['the main process was killed', ({ stacking }) => killMain(stacking)],
  ['all processes were killed at once', ({ stacking }) => cyclePower(stacking)],
  ['the cell was shut down and started', ({ stacking }) => restart(stacking)],
  ['the database did not respond for a while', ({ stacking }) => suspendDatabase(stacking)],
  ['the tablet lost its network', disconnectTablet],
];

const labelPattern = new RegExp(
  `^Continue (at|after) ([\\d.]+) – (Fetch|Place|Show) carton, carton (\\d+) of ${cartonCount}$`,
);

/** Expects the button to name the next carton, and both runs together to place every carton once. */
function expectEveryCartonOnce({ label, standing, standingAfter, placedCount, status }: Stacked): void {
  expect(standing).toEqual(upTo(standing.length));
  const [, relation, path = '', name, carton] = labelPattern.exec(label) ?? [];
  // The carton of this place may already be placed: then the run continues after the step that shows it, or shows
  // it again.
  const isShown = name === 'Show' && (relation === 'after' || Number(carton) === standing.length);
  expect({ label, path, carton: Number(carton) }).toEqual({
    ...{ label, path: expect.stringMatching(/^2\.1\.[123](\.1)?$/) },
    carton: isShown ? standing.length : standing.length + 1,
  });
  expect({ status, placedCount, standingAfter }).toEqual({
    ...{ status: 'completed', placedCount: cartonCount, standingAfter: upTo(cartonCount) },
  });
}

/** Faults of a file, so that none takes too long: losses in every shape, or of services that are processes of their own. */
const groups = { cell: processesByShape.compact, services: separateProcesses } as const;

/** Tests that Home continues an interrupted stack of cartons with the next one after each fault of a group. */
export function describeStackingLosses(
  shape: 'compact' | 'processes',
  robotKind: RobotKind,
  group: keyof typeof groups = 'cell',
): void {
  describe(`A stack of cartons on the ${robotKind} robot in the shape ${shape}`, () => {
    const tablet = new StackingTablet(shape);
    beforeAll(() => tablet.start(), 400_000);
    afterAll(() => tablet.remove(), 60_000);

    it('has a row for every process of the cell', () => {
      expect(tablet.stacking.processNames).toEqual(processesByShape[shape]);
    });

    const killed = groups[group].map((name) => {
      const fault: TabletFault = ({ stacking }) => kill(name)(stacking);
      return [`${name} was killed`, fault] as const;
    });
    it.each([...killed, ...(group === 'cell' ? otherFaults : [])])(
      'continues from Home with the next carton, to the end, after %s',
      async (_title, fault) => expectEveryCartonOnce(await tablet.continueAfter(robotKind, fault)),
      withPatience(300_000),
    );
  });
}
