// Plays the complete example palletizing.json: 108 boxes of two types are stacked and unstacked in real time. Every box
// is on its pallet at some time and none at the end, and the run takes as long as its proof, within two percent. Usage:
// tsx scripts/soak/palletizing.ts [compact | processes] [simulated | live], a quarter of an hour each
import { join } from 'node:path';
import { robotKindSchema } from '@cellwright/domain/robot';
import { proofReportSchema } from '@cellwright/domain/run';
import * as z from 'zod';
import { addDevice } from '../../services/cell/e2e/devices.fixture.ts';
import type { FaultCell } from '../../services/cell/e2e/faults/fault-cell.fixture.ts';
import { examples, type TestCell } from '../../services/cell/e2e/harness.ts';
import { switchOn } from '../../services/cell/e2e/switch-on.fixture.ts';
import { openSession } from '../../services/cell/src/cli/cell-client.ts';
import { soak } from './cell/soak.ts';

const shape = process.argv[2] === 'processes' ? 'processes' : 'compact';
const robotKind = robotKindSchema.parse(process.argv[3] ?? 'simulated');
const file = join(examples, 'palletizing.json');
const boxes = 108;
/** Share of the time of the run. */
const tolerance = 0.02;
const resultSchema = z.object({ status: z.string(), cycleTimeSeconds: z.number() });

function lastLine(stdout: string): unknown {
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

/** Records every box shown at some time, until it is closed. */
async function watchBoxes(cell: TestCell) {
  const session = await openSession(cell.client, robotKind);
  const seen = new Set<string>();
  let isOpen = true;
  const watched = session.waitFor(({ visualization }) => {
    for (const key of Object.keys(visualization)) seen.add(key);
    return !isOpen;
  });
  return {
    seen,
    left: () => Object.keys(session.state.visualization).length,
    async close() {
      isOpen = false;
      session.close();
      await watched.catch(() => undefined);
    },
  };
}

async function play({ cell }: FaultCell) {
  await addDevice(cell, 'OnRobotVG');
  await switchOn(cell);
  const proved = await cell.runCli('routine', ['prove', file, '--json']);
  const { totals, outcome, computedSeconds } = proofReportSchema.parse(lastLine(proved.stdout));
  const watch = await watchBoxes(cell);
  const live = robotKind === 'live' ? ['--live', '--recover', '--release-brakes'] : [];
  const run = await cell.runCli('routine', ['run', file, '--json', ...live]);
  const { status, cycleTimeSeconds } = resultSchema.parse(lastLine(run.stdout));
  const left = watch.left();
  await watch.close();
  const share = (cycleTimeSeconds - (totals.cycleTimeSeconds ?? 0)) / cycleTimeSeconds;
  return {
    holds: status === 'completed' && watch.seen.size === boxes && left === 0 && Math.abs(share) <= tolerance,
    ...{ robotKind, status, boxesShown: watch.seen.size, boxesLeft: left },
    ...{ outcome, computedSeconds, provedSeconds: totals.cycleTimeSeconds, playedSeconds: cycleTimeSeconds, share },
    goal: { boxesShown: boxes, boxesLeft: 0, share: tolerance },
  };
}

await soak('palletizing', { shape }, (faults) => play(faults));
