import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ContactSurface, type JournalEntry, journalEntrySchema, type RobotKind } from '@cellwright/domain';
import { equipmentContracts } from '@cellwright/equipment/contracts';
import { expect } from 'vitest';
import * as z from 'zod';
import { openSession } from '../src/cli/cell-client.ts';
import { addDevice } from './devices.fixture.ts';
import { type CliResult, essenceOf, examples, makeDataPath, type RunningCell } from './harness.ts';
import type { startOrderServer } from './order-server.fixture.ts';
import { withSmallPallet } from './small-pallet.fixture.ts';
import { switchOn } from './switch-on.fixture.ts';

export const robotKinds = ['simulated', 'live'] as const;
/** The routine files of `examples`. */
export const exampleFiles = readdirSync(examples).filter((name) => name.endsWith('.json'));
type Orders = Awaited<ReturnType<typeof startOrderServer>>;

/** A live arm stands braked until somebody says otherwise. */
const asked: Readonly<Record<RobotKind, readonly string[]>> = {
  simulated: [],
  live: ['--live', '--recover', '--release-brakes'],
};
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

async function setSurfaces(cell: RunningCell, robotKind: RobotKind, wanted: readonly ContactSurface[]): Promise<void> {
  const session = await openSession(cell.client, robotKind);
  await session.send('setContactSurfaces', { surfaces: [...wanted] });
  session.close();
}

/** Adds what 'panel-assembly.json' and 'lathe-tending.json' work with, and switches on what some examples need. */
export async function addExampleDevices(cell: RunningCell): Promise<void> {
  for (const kind of ['OnRobotVG', 'OnRobotScrewdriver']) await addDevice(cell, kind);
  await addDevice(cell, 'CNCMachine', equipmentContracts.CNCMachine.examples.at(-1)?.config);
  await switchOn(cell);
}

const resultSchema = z.object({ status: z.string(), cycleTimeSeconds: z.number() });

export interface Play {
  readonly essence: Record<string, string[]>;
  readonly cycleTimeSeconds: number;
}

/** Plays an example to its end from the command line. */
export async function playExample(
  cell: RunningCell,
  orders: Orders,
  robotKind: RobotKind,
  file: string,
): Promise<Play> {
  // The others play where nothing is in the way.
  await setSurfaces(cell, robotKind, file === 'pressing.json' ? surfaces : []);
  const folder = makeDataPath();
  try {
    const run = await cell.runCli('routine', [
      'run',
      orders.pointHere(withSmallPallet(join(examples, file), folder.path), folder.path),
      '--json',
      ...asked[robotKind],
      ...(answers[file] ?? []).flatMap((answer) => ['--confirm', answer]),
    ]);
    expect(run, `${run.stdout.slice(-2000)}\n${run.stderr}`).toMatchObject({ code: 0 });
    const { entries, result } = readRun(run);
    expect(result).toMatchObject({ type: 'result', status: 'completed', cycleTimeSeconds: expect.any(Number) });
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
    return { essence: essenceOf(entries), cycleTimeSeconds: resultSchema.parse(result).cycleTimeSeconds };
  } finally {
    folder.remove();
  }
}

/** Expects each part reported once in every play of 'orders-over-http.json'. */
export function expectReportedOnce({ reports }: Orders, plays: number): void {
  expect(reports).toHaveLength(2 * plays);
  for (const part of [0, 1]) expect(reports.filter((each) => each === `POST /orders/made ${part}`)).toHaveLength(plays);
}
