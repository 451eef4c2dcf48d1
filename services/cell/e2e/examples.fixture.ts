import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setUpExample } from '@cellwright/calls';
import { type ExampleSetUpFile, exampleSetUpFileSchema } from '@cellwright/domain/cell';
import { equipmentRecordSchema } from '@cellwright/domain/equipment';
import type { RobotKind } from '@cellwright/domain/robot';
import { type JournalEntry, journalEntrySchema } from '@cellwright/domain/run';
import { capabilitiesOfKind } from '@cellwright/equipment/contracts';
import { expect } from 'vitest';
import * as z from 'zod';
import { openSession } from '../src/cli/cell-client.ts';
import { listDocuments } from './cell-state.ts';
import { type CliResult, essenceOf, examples, makeDataPath, type RunningCell } from './harness.ts';
import type { startOrderServer } from './order-server.fixture.ts';
import { withSmallPallet } from './small-pallet.fixture.ts';

export const robotKinds = ['simulated', 'live'] as const;
const allFiles = readdirSync(examples).filter((name) => name.endsWith('.json'));
/** Camera pictures show the simulated robot, so a twin cannot play it; sorting.arm.test.ts plays it on the simulated one. */
const bySight = 'sorting-by-sight.json';
/** Routine files of `examples` that play on every robot. */
export const exampleFiles = allFiles.filter((name) => name !== bySight);
type Orders = Awaited<ReturnType<typeof startOrderServer>>;

/** A live arm has its brakes engaged until a user releases them. */
const asked: Readonly<Record<RobotKind, readonly string[]>> = {
  simulated: [],
  live: ['--live', '--recover', '--release-brakes'],
};
/** Answers of an operator during the routine. */
const answers: Readonly<Record<string, readonly string[]>> = {
  'machine-feeding.json': ['Flange'],
  'inspection-with-branches.json': ['B-2041'],
};
function readSetUp(file: string): ExampleSetUpFile {
  const path = join(examples, '../set-up', file);
  return exampleSetUpFileSchema.parse(existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
}

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

/** Gives a robot the surfaces of an example and no others, and its tool or a gripper. */
async function prepareRobot(cell: RunningCell, robotKind: RobotKind, file: string): Promise<void> {
  const { contactSurfaces, tool = 'gripper' } = readSetUp(file);
  const devices = Object.values(await listDocuments(cell, 'equipment')).map((json) =>
    equipmentRecordSchema.parse(json),
  );
  const mounted = devices.find(({ config }) => capabilitiesOfKind(config.kind).some((name) => name === tool));
  const session = await openSession(cell.client, robotKind);
  await session.send('setContactSurfaces', { surfaces: contactSurfaces });
  await session.send('setTool', { equipmentID: mounted?.id ?? null });
  await session.send('releaseControl', {});
  session.close();
}

/** Sets up all examples, like a user who tries them. */
export async function setUpExamples({ client }: RunningCell): Promise<void> {
  for (const file of allFiles) await client.call(setUpExample, { name: basename(file, '.json') });
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
  await prepareRobot(cell, robotKind, file);
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
