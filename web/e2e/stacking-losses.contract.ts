import type { RobotKind } from '@cellwright/domain/robot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cartonCount, upTo } from '../../services/cell/e2e/faults/stacking.fixture.ts';
import {
  cyclePower,
  kill,
  killMain,
  processesByShape,
  restart,
  separateProcesses,
} from '../../services/cell/e2e/faults/stacking-cell.fixture.ts';
import { withPatience } from './patience.fixture.ts';
import {
  disconnectTablet,
  type Stacked,
  StackingTablet,
  stopWithoutDatabase,
  type TabletFault,
} from './stacking-tablet.fixture.ts';

type Row = readonly [title: string, fault: TabletFault];

const rowsOfKills = (names: readonly string[]): Row[] =>
  names.map((name) => [`${name} was killed`, ({ stacking }) => kill(name)(stacking)]);

/** Faults in parts, so that none takes too long. */
const parts = {
  /** Losses of what every shape has. */
  cell: [
    ...rowsOfKills(processesByShape.compact),
    ['the database did not respond to a stop', stopWithoutDatabase],
    ['the tablet lost its network', disconnectTablet],
  ],
  /** Losses of services that are processes of their own. */
  services: rowsOfKills(separateProcesses),
  /** Ends of the whole cell. */
  restarts: [
    ['the main process was killed', ({ stacking }) => killMain(stacking)],
    ['all processes were killed at once', ({ stacking }) => cyclePower(stacking)],
    ['the cell was shut down and started', ({ stacking }) => restart(stacking)],
  ],
} satisfies Record<string, readonly Row[]>;

const labelPattern = new RegExp(
  `^Continue (at|after) ([\\d.]+) – (Fetch|Place|Show) carton, carton (\\d+) of ${cartonCount}$`,
);

/** Expects the button to name the next carton, and both runs together to place every carton once. */
function expectEveryCartonOnce({ label, standing, standingAfter, placed: [before, after] }: Stacked): void {
  expect(standing).toEqual(upTo(standing.length));
  const [, relation, path = '', name, carton] = labelPattern.exec(label) ?? [];
  // The carton of this place may already be placed: then the run continues after the step that shows it, or shows
  // it again.
  const isShown = name === 'Show' && (relation === 'after' || Number(carton) === standing.length);
  expect({ label, path, carton: Number(carton) }).toEqual({
    ...{ label, path: expect.stringMatching(/^2\.1\.[123](\.1)?$/) },
    carton: isShown ? standing.length : standing.length + 1,
  });
  // Only a carton that was placed is shown.
  if (name === 'Show') expect(before).toBe(Number(carton));
  expect(standingAfter).toEqual(upTo(standingAfter.length));
  // The second run may be stopped between the move of a carton and its change of the scene.
  expect([standingAfter.length, standingAfter.length + 1]).toContain(before + after);
}

/** Tests that Home continues an interrupted stack of cartons with the next one after each fault of some parts. */
export function describeStackingLosses(
  shape: 'compact' | 'processes',
  robotKind: RobotKind,
  ...names: readonly (keyof typeof parts)[]
): void {
  describe(`A stack of cartons on the ${robotKind} robot in the shape ${shape}`, () => {
    const tablet = new StackingTablet(shape);
    beforeAll(() => tablet.start(), 400_000);
    afterAll(() => tablet.remove(), 60_000);

    it('has a row for every process of the cell', () => {
      expect(tablet.stacking.processNames).toEqual(processesByShape[shape]);
    });

    it.each(names.flatMap((name): readonly Row[] => parts[name]))(
      'continues from Home with the next carton after %s',
      async (_title, fault) => expectEveryCartonOnce(await tablet.continueAfter(robotKind, fault)),
      withPatience(300_000),
    );
  });
}
