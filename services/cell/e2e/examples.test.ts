import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ContactSurface, type JournalEntry, journalEntrySchema, type RobotKind } from '@cellwright/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '../src/cli/cell-client.ts';
import { addDevice } from './devices.fixture.ts';
import { type CliResult, essenceOf, examples, makeDataPath, type Shape, startCell, type TestCell } from './harness.ts';
import { startOrderServer } from './order-server.fixture.ts';
import { withSmallPallet } from './small-pallet.fixture.ts';

const shapes: readonly Shape[] = ['compact', 'processes'];
/** A live arm stands braked until somebody says otherwise. */
const asked: Readonly<Record<RobotKind, readonly string[]>> = {
  simulated: [],
  live: ['--live', '--recover', '--release-brakes'],
};
const files = readdirSync(examples).filter((name) => name.endsWith('.json'));
/** What an operator answers while the routine plays. */
const answers: Readonly<Record<string, readonly string[]>> = {
  'machine-feeding.json': ['Flange'],
  'inspection-with-branches.json': ['B-2041'],
};
/** What the tool meets in 'pressing.json': a button, and the seat of a part. */
const block = (name: string, x: number, stiffness: number): ContactSurface => {
  const pose = { x, y: 0.2, z: 0.35, i: 0, j: 0, k: 0, w: 1 };
  return { name, pose, shape: { kind: 'box', size: [0.04, 0.04, 0.1] }, stiffness, damping: 0 };
};
const surfaces = [block('button', 0.7, 5000), block('seat', 0.6, 20_000)];

function readRun({ stdout }: CliResult): { entries: JournalEntry[]; result: unknown } {
  const lines = stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  const entries = lines.flatMap((line) => {
    const entry = journalEntrySchema.safeParse(line);
    return entry.success ? [entry.data] : [];
  });
  return { entries, result: lines.at(-1) };
}

async function setSurfaces(cell: TestCell, robotKind: RobotKind, wanted: readonly ContactSurface[]): Promise<void> {
  const session = await openSession(cell.client, robotKind);
  await session.send('setContactSurfaces', { surfaces: [...wanted] });
  session.close();
}

const data = shapes.map(makeDataPath);
let cells: TestCell[];
let orders: Awaited<ReturnType<typeof startOrderServer>>;
beforeAll(async () => {
  orders = await startOrderServer();
  cells = await Promise.all(
    shapes.map((shape, index) => startCell(shape, data[index]?.path ?? '', { EGRESS_LOOPBACK: 'true' })),
  );
  // What 'panel-assembly.json' works with.
  for (const cell of cells) for (const kind of ['OnRobotVG', 'OnRobotScrewdriver']) await addDevice(cell, kind);
}, 120_000);
afterAll(async () => {
  expect(await Promise.all(cells.map((cell) => cell.stop()))).toEqual([0, 0]);
  await orders.close();
  for (const { remove } of data) remove();
});

/** Plays an example to its end; answers what its journal says. */
async function play(cell: TestCell, robotKind: RobotKind, file: string): Promise<Record<string, string[]>> {
  // The others play where nothing is in the way.
  await setSurfaces(cell, robotKind, file === 'pressing.json' ? surfaces : []);
  const run = await cell.runCli('routine', [
    'run',
    orders.pointHere(withSmallPallet(join(examples, file), cell.dataPath), cell.dataPath),
    '--json',
    ...asked[robotKind],
    ...(answers[file] ?? []).flatMap((answer) => ['--confirm', answer]),
  ]);
  expect(run, `${run.stdout.slice(-2000)}\n${run.stderr}`).toMatchObject({ code: 0 });
  const { entries, result } = readRun(run);
  expect(result).toMatchObject({ type: 'result', status: 'completed', cycleTimeSeconds: expect.any(Number) });
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
  return essenceOf(entries);
}

describe.each(files)('the example %s', (file) => {
  let simulated: Record<string, string[]>;

  it('is played from the command line to its end, in both shapes alike', async () => {
    const [compact, processes] = await Promise.all(cells.map((cell) => play(cell, 'simulated', file)));
    expect(processes).toEqual(compact);
    simulated = compact ?? {};
  }, 60_000);

  it('is played on the twin of a live robot, as on the simulated one', async () => {
    const journals = await Promise.all(cells.map((cell) => play(cell, 'live', file)));
    expect(journals).toEqual([simulated, simulated]);
    if (file === 'pressing.json') {
      // The part is pressed until it sits, and the line is told.
      expect(Object.values(simulated).flat()).toContain('5.1 stepEnded completed');
    }
  }, 60_000);
});

it('orders-over-http.json makes what the server ordered, and reports each part once in every play', () => {
  const plays = shapes.length * Object.keys(asked).length;
  const { reports } = orders;
  expect(reports).toHaveLength(2 * plays);
  for (const part of [0, 1]) expect(reports.filter((each) => each === `POST /orders/made ${part}`)).toHaveLength(plays);
});
