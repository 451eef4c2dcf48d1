import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProductError } from '@cellwright/domain';
import { type FaultCell, makeReady } from './fault-cell.fixture.ts';

export interface FullDiskTrial {
  /** What commands and changes were answered while nothing could be written. */
  readonly commandWhileFull: string;
  readonly changeWhileFull: string;
  /** Commands that were accepted before the first that was not. */
  readonly accepted: number;
  /** Commands that were accepted while full, without an entry in the audit log afterwards. */
  readonly unaudited: number;
  readonly stopWhileFullMS: number;
  /** From the moment that there is room until a command is accepted again. */
  readonly recoveredMS: number;
}

/** A full disk has room in pages that are there already: commands are refused when that is used up, too. */
const mostCommands = 400;
const mostChanges = 400;
/** The audit log follows the facts on the bus. */
const auditLagMS = 10_000;

/** Fills the disk that a cell's data is on, tries to command it, stops it, and makes room again. */
export async function commandOnFullDisk(faults: FaultCell): Promise<FullDiskTrial> {
  const session = await faults.openReadySession('simulated');
  const ballast = join(faults.cell.dataPath, 'ballast');
  fill(ballast);
  const setOutput = () => session.send('setOutputIO', { outputs: [{ kind: 'Output', port: 5, level: 'high' }] });
  const formerly = await countAudited(faults);
  const changeWhileFull = await changeUntilRefused(faults);
  let accepted = 0;
  let commandWhileFull = await answerTo(setOutput());
  for (; commandWhileFull === 'accepted' && accepted < mostCommands; accepted++) {
    commandWhileFull = await answerTo(setOutput());
  }
  const stoppedAt = performance.now();
  await faults.cell.client.stop('simulated');
  const stopWhileFullMS = performance.now() - stoppedAt;
  rmSync(ballast);
  const roomAt = performance.now();
  while ((await answerTo(setOutput())) !== 'accepted') {
    if (performance.now() - roomAt > 60_000) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
    // A run of refusals may have left the robot in Failure; what is refused now is tried again.
    await answerTo(makeReady(session));
  }
  const recoveredMS = performance.now() - roomAt;
  session.close();
  // The one that showed the recovery is written, too.
  const expected = accepted + 1;
  let written = 0;
  for (const end = performance.now() + auditLagMS; written < expected && performance.now() < end; ) {
    written = (await countAudited(faults)) - formerly;
  }
  const unaudited = Math.max(0, expected - written);
  return { commandWhileFull, changeWhileFull, accepted, unaudited, stopWhileFullMS, recoveredMS };
}

async function countAudited(faults: FaultCell): Promise<number> {
  const entries = await faults.cell.client.listAudit({ action: 'runner.setOutputIO', limit: 1000 });
  return entries.filter(({ outcome }) => outcome === 'accepted').length;
}

/** The answer to the first change that is not made. */
async function changeUntilRefused(faults: FaultCell): Promise<string> {
  const initialValue = Array.from({ length: 2500 }, () => crypto.randomUUID()).join('');
  for (let index = 0; index < mostChanges; index++) {
    const body = JSON.stringify({ name: `full ${crypto.randomUUID()}`, initialValue, isGlobal: true });
    const { status, text } = await faults.call('POST', '/variables', body);
    if (status !== 200) return `${status} ${text}`;
  }
  return '200';
}

/** Leaves not a single page free. */
function fill(ballast: string): void {
  const page = Buffer.alloc(64 * 1024);
  for (;;) {
    try {
      writeFileSync(ballast, page, { flag: 'a' });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return;
      throw error;
    }
  }
}

async function answerTo(command: Promise<unknown>): Promise<string> {
  try {
    await command;
    return 'accepted';
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    return `${error.code}: ${error.message}`;
  }
}
