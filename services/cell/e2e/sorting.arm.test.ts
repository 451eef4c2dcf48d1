// Slow because a camera looks for parts, and the arm picks and places each of them.
import { join } from 'node:path';
import { setUpExample } from '@cellwright/calls';
import { type Obstacle, planningSceneSchema } from '@cellwright/domain/space';
import {
  createRandom,
  dotVec3,
  makePose,
  type Pose,
  quaternionFromEulerDegrees,
  radiansToDegrees,
  rotateVec3,
} from '@cellwright/geometry';
import { inExhaustiveRuns, sliceOf } from '@cellwright/testkit/exhaustive';
import { beforeAll, describe, expect, it } from 'vitest';
import { shareArmCell } from './arm-cell.ts';
import { callCell } from './cell-state.ts';
import { examples } from './harness.ts';

const cell = shareArmCell();
const path = '/cell/planning-scene/obstacles';
const file = join(examples, 'sorting-by-sight.json');
const classes = ['Bar', 'Plate'] as const;
const partsOfClass = 10;
/** Top of the trays and thickness of the parts, m. */
const [top, thickness] = [-0.2, 0.0003];
/** Middle of the tray of each class along y, m. */
const trayOf = { Bar: 0.42, Plate: -0.42 } as const;

/** Poses of all parts by name, each at a random place and angle of its own. */
function scatter(seed: number): Map<string, Pose> {
  const random = createRandom(seed);
  const names = classes.flatMap((name) => Array.from({ length: partsOfClass }, (_, index) => `${name} ${index + 1}`));
  const order = names.map((name) => ({ name, rank: random() })).sort((one, other) => one.rank - other.rank);
  return new Map(
    order.map(({ name }, index) => {
      const x = 0.43 + 0.08 * (index % 4) + 0.008 * (random() - 0.5);
      const y = -0.176 + 0.088 * Math.floor(index / 4) + 0.008 * (random() - 0.5);
      const turn = quaternionFromEulerDegrees([0, 0, 360 * random()]);
      return [name, makePose([x, y, top + thickness / 2], turn)];
    }),
  );
}

/** Number of a part; NaN for a tray. */
const numberOf = (name: string) => Number(name.split(' ')[1]);

async function readParts(): Promise<readonly Obstacle[]> {
  const { obstacles } = planningSceneSchema.parse(
    await callCell(cell, 'GET', '/cell/planning-scene?robotKind=simulated'),
  );
  return obstacles.filter(({ name }) => numberOf(name) > 0);
}

/** Compares a part with the nearest place on the tray of its class: it is off by as much as the tool was when it picked the part. */
function measureMiss({ name, pose }: Obstacle) {
  const tray = name.startsWith('Bar') ? trayOf.Bar : trayOf.Plate;
  const column = Math.round((pose.x - 0.43) / 0.08);
  const row = Math.round((pose.y - tray) / 0.06);
  const isInTray = column >= 0 && column <= 3 && Math.abs(row) <= 1;
  const offset = Math.hypot(pose.x - 0.43 - 0.08 * column, pose.y - tray - 0.06 * row, pose.z - top - thickness / 2);
  // The tool is along y at every place.
  const cosine = Math.abs(dotVec3(rotateVec3(pose, [1, 0, 0]), [0, 1, 0]));
  const degrees = radiansToDegrees(Math.acos(Math.min(1, cosine)));
  return { place: isInTray ? `${tray} ${column} ${row}` : undefined, mm: 1000 * offset, degrees };
}

/** Places the parts of the trays in the poses of a seed. */
async function scatterParts(seed: number): Promise<void> {
  for (const [name, pose] of scatter(seed)) {
    await callCell(cell, 'PATCH', `${path}/${encodeURIComponent(name)}?robotKind=simulated`, { body: { pose } });
  }
}

/** Seeds of the cases. Each sorts all parts, which takes most of a minute: a slice has one of them. */
const cases = sliceOf(
  Array.from({ length: 10 }, (_, index) => ({ seed: index + 1 })),
  ({ seed }) => `seed ${seed}`,
);

inExhaustiveRuns(() => {
  beforeAll(async () => {
    await cell.client.call(setUpExample, { name: 'sorting-by-sight' });
  }, 60_000);

  describe('The example sorting-by-sight', () => {
    it.each(cases)(
      'picks parts in the random poses of seed $seed within 0.2 mm and 0.1° of the truth, and puts each on the tray of its class',
      async ({ seed }) => {
        await scatterParts(seed);
        const run = await cell.runCli('routine', ['run', file, '--json']);
        expect(run.code, `${run.stdout.slice(-1500)}\n${run.stderr}`).toBe(0);

        const misses = (await readParts()).map((part) => ({ name: part.name, ...measureMiss(part) }));
        expect(new Set(misses.flatMap(({ place }) => place ?? [])).size).toBe(classes.length * partsOfClass);
        for (const { name, mm, degrees } of misses) {
          expect(mm, name).toBeLessThan(0.2);
          expect(degrees, name).toBeLessThan(0.1);
        }
      },
      180_000,
    );
  });
});
