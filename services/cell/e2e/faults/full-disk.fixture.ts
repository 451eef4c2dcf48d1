import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProductError } from '@cellwright/domain/basics';
import { type FaultCell, makeReady } from './fault-cell.fixture.ts';

export interface FullDiskTrial {
  /** Responses to commands and changes while the disk is full. */
  readonly commandWhileFull: string;
  readonly changeWhileFull: string;
  /** Commands accepted before the first refusal. */
  readonly accepted: number;
  /** Commands accepted on a full disk without a later entry in the audit log. */
  readonly unaudited: number;
  readonly stopWhileFullMS: number;
  /** Time from available space until a command is accepted again. */
  readonly recoveredMS: number;
}

/**
 * Maximum number of commands: a full disk has space in existing pages; commands are refused when that is used up as
 * well.
 */
const mostCommands = 400;
const mostChanges = 400;
/** The audit log follows the facts on the bus. */
const auditLagMS = 10_000;

/** Fills the disk with a cell's data, tries to command the cell, stops it, and frees space again. */
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
    // The refusals may have left the robot in Failure; a refusal now is retried.
    await answerTo(makeReady(session));
  }
  const recoveredMS = performance.now() - roomAt;
  session.close();
  // The command that showed the recovery is logged, too.
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

/** Returns the response to the first failing change. */
async function changeUntilRefused(faults: FaultCell): Promise<string> {
  const initialValue = Array.from({ length: 2500 }, () => crypto.randomUUID()).join('');
  for (let index = 0; index < mostChanges; index++) {
    const body = JSON.stringify({ name: `full ${crypto.randomUUID()}`, initialValue, isGlobal: true });
    const { status, text } = await faults.call('POST', '/variables', body);
    if (status !== 200) return `${status} ${text}`;
  }
  return '200';
}

/** Fills every remaining page. */
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
