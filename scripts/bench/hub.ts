/**
 * Measures a hub with simulated boxes: its memory; after all of its processes were killed, the time until it is ready and
 * until all boxes have reported; a wave over all boxes that finishes; and one with a build that fails, which halts. Starts and
 * stops the built hub, on a data folder of its own. Prints JSON. `npx tsx scripts/bench/hub.ts --boxes 1000`; start it only on
 * a quiet machine.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cancelWave, createWave, listWaves } from '@cellwright/calls';
import { callCell } from '@cellwright/client';
import type { Wave } from '@cellwright/domain/fleet';
import { type HubProcess, startHubProcess } from './hub/hub-process.ts';
import { SimulatedFleet, waitUntil } from './hub/simulated-fleet.ts';

const { values } = parseArgs({ options: { boxes: { type: 'string', default: '1000' } } });
const count = Number(values.boxes);
const settleMS = 15_000;
const groups = [10, 50, 100];

const startedAt = performance.now();
const hub = await startHubProcess();
try {
  const result = await measure(hub, secondsSince(startedAt));
  process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
} finally {
  await hub.end();
}
// Connections of boxes that are still being closed do not matter any more.
process.exit(0);

async function measure(hub: HubProcess, startSeconds: number) {
  const fleet = new SimulatedFleet(hub);
  const enrolSeconds = await secondsOf(() => fleet.enrol(count));
  const connectSeconds = await secondsOf(() => fleet.connect());
  await delay(settleMS);
  const memoryMB = hub.readMemory();
  const crash = await measureCrash(hub, fleet);
  const wave = await measureWave(hub, '2.0.0', 'finished');
  fleet.badBuildID = '3.0.0';
  const halt = await measureWave(hub, '3.0.0', 'halted');
  const memoryAfterMB = hub.readMemory();
  void fleet.close();
  return {
    ...{ boxes: count, startSeconds, enrolSeconds, connectSeconds, memoryMB, crash, wave },
    halt: { ...halt, triedBoxes: fleet.countTried('3.0.0') },
    memoryAfterMB,
  };
}

async function measureCrash(hub: HubProcess, fleet: SimulatedFleet) {
  await hub.killAll();
  fleet.forgetReports();
  const [readySeconds, returnSeconds] = await Promise.all([
    secondsOf(() => hub.startAgain()),
    secondsOf(() => fleet.waitForAll()),
  ]);
  return { readySeconds, returnSeconds };
}

/** Starts a wave, waits until it has a status, and ends it if it is open. */
async function measureWave(hub: HubProcess, buildID: string, status: Wave['status']) {
  const { id } = await callCell(hub.http, createWave, { buildID, groups });
  const read = async () => (await callCell(hub.http, listWaves, {})).items.find((wave) => wave.id === id);
  const seconds = await secondsOf(() =>
    waitUntil(async () => (await read())?.status === status, `The wave is ${status}`),
  );
  const wave = await read();
  if (status === 'halted') await callCell(hub.http, cancelWave, { id });
  const installed = wave?.counts.reduce((sum, each) => sum + each.installed, 0) ?? 0;
  return { status, seconds, installed, reason: wave?.reason ?? null };
}

async function secondsOf(act: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await act();
  return secondsSince(start);
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 10) / 100;
}
