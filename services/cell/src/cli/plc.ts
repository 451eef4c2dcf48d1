import { parseArgs } from 'node:util';
import {
  getExternalControl,
  startExternalControlBot,
  stopExternalControlBot,
  updateEtherNetIPAddress,
} from '@cellwright/calls';
import { ProductError } from '@cellwright/domain/basics';
import { assemblyInstances, assemblySizes } from '@cellwright/domain/robot';
import { createScanner } from '@cellwright/equipment/drivers';
import { systemClock } from '@cellwright/service-kit';
import { type CellClient, openSession } from './cell-client.ts';
import { LineController } from './line-controller.ts';
import { createTextOutput } from './output.ts';
import { makeReady } from './play-file.ts';
import { type CellTask, runTask } from './run-task.ts';

const usage = `Runs the cell of this machine as a PLC does, over EtherNet/IP: plays a routine on the simulated robot again and again.

  npm run -s plc -- ROUTINE_ID [--cycles N] [--address 127.0.0.1]

  --cycles   runs of the routine; default 3
  --address  address of this machine on which the cell listens for the PLC

It switches the feature EtherNet/IP on, sets external control up with this routine as the default routine, connects as the
exclusive owner, and commands by the bits of assembly 150. Afterwards external control is off again. Ctrl-C stops the robot.
The cell is found through its data folder (CELLWRIGHT_DATA, default .data).`;

const interval = { intervalMS: 20, timeoutIntervals: 32 } as const;
const listenMS = 60_000;
const ready = { robotKind: 'simulated', recovers: true, releasesBrakes: true } as const;

interface Wanted {
  readonly routineID: string;
  readonly cycles: number;
  readonly host: string;
}

process.exitCode = await runTask(readTask(process.argv.slice(2)), usage);

function readTask(args: string[]): CellTask | string {
  try {
    const options = {
      cycles: { type: 'string', default: '3' },
      address: { type: 'string', default: '127.0.0.1' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [routineID, ...rest] = positionals;
    if (values.help || routineID === undefined) return usage;
    if (rest.length > 0) return `Name one routine.\n\n${usage}`;
    const cycles = Number(values.cycles);
    if (!Number.isInteger(cycles) || cycles < 1) return `The number of cycles must be at least 1.\n\n${usage}`;
    return (cell) => runLine(cell, { routineID, cycles, host: values.address });
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`;
  }
}

async function runLine(cell: CellClient, wanted: Wanted) {
  await releaseRobot(cell);
  try {
    const { adapter } = await setUp(cell, wanted);
    return await playCycles({ host: adapter.host, port: adapter.port }, wanted.cycles);
  } finally {
    await cell.call(stopExternalControlBot, {});
  }
}

async function playCycles(address: { readonly host: string; readonly port: number }, cycles: number) {
  const ending = new AbortController();
  process.once('SIGINT', () => ending.abort());
  const assembly = (instance: number, size: number) => ({ instance, size });
  const scanner = createScanner(systemClock)({
    ...{ ...address, connectTimeoutMS: 5000 },
    scan: {
      inputs: assembly(assemblyInstances.input, assemblySizes.input),
      outputs: assembly(assemblyInstances.output, assemblySizes.output),
      configurationInstance: assemblyInstances.configuration,
      ...interval,
    },
  });
  const line = new LineController({ connection: scanner, clock: systemClock, report: print });
  try {
    await line.play(cycles, ending.signal);
    return { text: `${cycles} cycles completed`, code: 0 };
  } catch (error) {
    line.stop();
    await systemClock.sleep(1000);
    const reason = ending.signal.aborted ? 'Stopped' : error instanceof Error ? error.message : String(error);
    return { text: reason, code: 1 };
  } finally {
    await scanner.close();
  }
}

/** Makes the robot ready, and leaves its control to the line. */
async function releaseRobot(cell: CellClient): Promise<void> {
  const session = await openSession(cell, 'simulated');
  try {
    await session.waitFor(({ kind }) => kind !== 'Constructing');
    const obstacle = await makeReady(session, ready, createTextOutput(print));
    if (obstacle !== undefined) throw new ProductError('unavailable', obstacle);
    await session.send('releaseControl', {});
  } finally {
    session.close();
  }
}

async function setUp(cell: CellClient, { routineID, host }: Wanted) {
  await cell.change('/feature-flags/1', { etherNetIP: true });
  await cell.change('/external-control-settings/1', { robotKind: 'simulated', defaultRoutineID: routineID });
  await cell.call(updateEtherNetIPAddress, { host });
  await cell.call(startExternalControlBot, {});
  const deadline = systemClock.now() + listenMS;
  for (;;) {
    const view = await cell.call(getExternalControl, {});
    if (view.status === 'listening') return view;
    if (systemClock.now() > deadline)
      throw new ProductError('unavailable', `External control does not listen at ${host}: ${view.status}`);
    await systemClock.sleep(200);
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
