import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ContactSurface, type JournalEntry, journalEntrySchema } from '@cellwright/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '../src/cli/cell-client.ts';
import { addDevice } from './devices.fixture.ts';
import { type CliResult, essenceOf, examples, makeDataPath, type Shape, startCell, type TestCell } from './harness.ts';
import { startOrderServer } from './order-server.fixture.ts';
import { withSmallPallet } from './small-pallet.fixture.ts';

const shapes: readonly Shape[] = ['compact', 'processes'];
type Context = 'simulated' | 'live';
/** The arm calculated by the runner, and the twin that a controller drives as it drives an arm of metal. */
const contexts: readonly Context[] = ['simulated', 'live'];
/** A live arm stands braked until somebody says otherwise. */
const asked: Readonly<Record<Context, readonly string[]>> = {
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
const journals = new Map<string, Record<string, string[]>>();

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

async function setSurfaces(cell: TestCell, context: Context, wanted: readonly ContactSurface[]): Promise<void> {
  const session = await openSession(cell.client, context);
  await session.send('setContactSurfaces', { surfaces: [...wanted] });
  session.close();
}

describe.each(shapes)('the examples, in the shape of %s', (shape) => {
  const data = makeDataPath();
  let cell: TestCell;
  let orders: Awaited<ReturnType<typeof startOrderServer>>;
  beforeAll(async () => {
    orders = await startOrderServer();
    cell = await startCell(shape, data.path, { EGRESS_LOOPBACK: 'true' });
    // What 'panel-assembly.json' works with.
    for (const kind of ['OnRobotVG', 'OnRobotScrewdriver']) await addDevice(cell, kind);
  }, 120_000);
  afterAll(async () => {
    expect(await cell.stop()).toBe(0);
    await orders.close();
    data.remove();
  });

  describe.each(contexts)('%s', (context) => {
    it.each(files)(
      '%s is played from the command line to its end',
      async (file) => {
        // The others play where nothing is in the way.
        await setSurfaces(cell, context, file === 'pressing.json' ? surfaces : []);
        const run = await cell.runCli('routine', [
          'run',
          orders.pointHere(withSmallPallet(join(examples, file), data.path), data.path),
          '--json',
          ...asked[context],
          ...(answers[file] ?? []).flatMap((answer) => ['--confirm', answer]),
        ]);
        expect(run, `${run.stdout.slice(-2000)}\n${run.stderr}`).toMatchObject({ code: 0 });
        const { entries, result } = readRun(run);
        expect(result).toMatchObject({ type: 'result', status: 'completed', cycleTimeSeconds: expect.any(Number) });
        expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
        journals.set(`${shape} ${context} ${file}`, essenceOf(entries));
      },
      60_000,
    );

    it('pressing.json presses the part until it sits, and tells the line', () => {
      const told = Object.values(journals.get(`${shape} ${context} pressing.json`) ?? {}).flat();
      expect(told).toContain('5.1 stepEnded completed');
    });
  });

  it('orders-over-http.json makes what the server ordered, and reports each part once', () => {
    const reportedOnce = ['POST /orders/made 0', 'POST /orders/made 1'];
    expect(orders.reports).toEqual(contexts.flatMap(() => reportedOnce));
  });
});

describe('both shapes, simulated and live', () => {
  it.each(files)('journal %s alike', (file) => {
    const [first, ...others] = shapes.flatMap((shape) =>
      contexts.map((context) => journals.get(`${shape} ${context} ${file}`)),
    );
    expect(first).toBeDefined();
    expect(others).toEqual([first, first, first]);
  });
});
