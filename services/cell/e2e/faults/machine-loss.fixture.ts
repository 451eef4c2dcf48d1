import { equipmentRecordSchema } from '@cellwright/domain/equipment';
import { machineLiveStateSchema } from '@cellwright/equipment/capabilities';
import { waitUntil } from '../harness.ts';
import { type FaultCell, persist } from './fault-cell.fixture.ts';
import { type StepSketch, sketchFile } from './routines.fixture.ts';

/** Relay that signals that the robot is clear of the wired machine. */
export const safeRelay = 'Relay 3';
/** Limit for the end of a cycle of a simulated machine, which takes up to 12 s, on a busy machine, ms. */
const longestCycleMS = 40_000;

/** Two machine tools: one with its cell-safe signal on its network, one on a relay. */
export interface Machines {
  readonly networked: string;
  readonly wired: string;
}

export async function addMachines({ call }: FaultCell): Promise<Machines> {
  const add = async (fields: object): Promise<string> => {
    const config = { kind: 'CNCMachine', ...fields };
    const created = await call('POST', '/equipment', JSON.stringify({ config, isEnabled: true }));
    return equipmentRecordSchema.parse(JSON.parse(created.text)).id;
  };
  return {
    networked: await add({ name: 'Lathe', cellSafe: { via: 'network', macroVariable: 10_002 } }),
    wired: await add({ name: 'Mill', cellSafe: { via: 'port', ioPort: safeRelay } }),
  };
}

export async function readMachine({ call }: FaultCell, id: string) {
  const { text } = await call('GET', `/equipment/${id}/state?robotKind=simulated`);
  return machineLiveStateSchema.parse(JSON.parse(text));
}

async function play(faults: FaultCell, id: string, steps: readonly StepSketch[]) {
  const { client } = faults.cell;
  const imported = await persist(() => client.importRoutine(JSON.stringify(sketchFile(id, steps))));
  const session = await persist(() => faults.openReadySession('simulated'));
  await session.send('loadRoutine', { routineID: imported.routineID });
  const { runID } = await session.send('playRoutine', { isConfirmed: true });
  return { session, runID };
}

export interface ProgramLoss {
  /** Programs that the machine ran, from before the run to long after it was continued. */
  readonly cycles: number;
  /** True if the run began to start the program before the runner died. */
  readonly wasBegun: boolean;
  readonly isCompleted: boolean;
  /** True if the machines had the signal that the robot is clear of them when the runner died. */
  readonly wasSafe: boolean;
  /** Time from the death of the runner until both machines had lost that signal, ms. */
  readonly safeAfterMS: number;
}

/**
 * Kills the runner in a run of a program inside the regions of both machines, some time after its start (ms) or once the
 * program is requested, and continues the run with the answer that nothing has happened: the worst possible answer of a
 * user.
 */
export async function killInProgram(
  faults: FaultCell,
  machines: Machines,
  moment: number | 'afterRequest',
): Promise<ProgramLoss> {
  const { networked } = machines;
  await waitForIdle(faults, networked);
  const before = await countParts(faults, networked);
  const { session, runID } = await play(faults, 'routine_program', [programInRegions(machines)]);
  if (moment === 'afterRequest') await waitUntil(() => hasRequested(faults, runID), longestCycleMS);
  else await new Promise((resolve) => setTimeout(resolve, moment));
  const watcher = await faults.watch('simulated');
  const isSafe = async () =>
    watcher.state.io[safeRelay] === 'high' || (await readMachine(faults, networked)).isCellSafe === true;
  const wasSafe = await isSafe();
  const pid = faults.pidOf('routine-runner');
  const killedAt = performance.now();
  process.kill(pid, 'SIGKILL');
  while (await isSafe()) await new Promise((resolve) => setTimeout(resolve, 2));
  const safeAfterMS = performance.now() - killedAt;
  await watcher.close();
  session.close();
  await faults.untilRestarted('routine-runner', pid);
  await faults.untilRunEnded(runID);
  const wasBegun = await hasRequested(faults, runID);
  const { status } = await faults.untilRunEnded(await continueRun(faults, runID));
  await waitForIdle(faults, networked);
  const cycles = (await countParts(faults, networked)) - before;
  return { cycles, wasBegun, isCompleted: status === 'completed', wasSafe, safeAfterMS };
}

async function hasRequested(faults: FaultCell, runID: string): Promise<boolean> {
  const journal = await faults.readJournal(runID);
  return journal.some(({ event, stepKind }) => event === 'effectIntended' && stepKind === 'CNCRunProgram');
}

function programInRegions({ networked, wired }: Machines): StepSketch {
  const inRegion = (equipmentID: string, step: StepSketch): StepSketch => ({
    ...{ id: `step_in_${equipmentID}`, stepKind: 'HaasControlRegion', args: { equipmentID }, steps: [step] },
  });
  const run = { id: 'step_program', stepKind: 'CNCRunProgram', args: { equipmentID: networked, program: 100 } };
  return inRegion(wired, inRegion(networked, run));
}

/** Continues an interrupted run. Returns the run that continues it, or the run itself if it has ended otherwise. */
async function continueRun(faults: FaultCell, runID: string): Promise<string> {
  const session = await persist(() => faults.openReadySession('simulated'));
  try {
    const { status } = await faults.getRun(runID);
    if (status !== 'interrupted') return runID;
    const { effects } = await persist(() => faults.cell.client.readResumption(runID));
    const answers = effects.map(({ effectID }) => ({ effectID, answer: 'again' as const }));
    return (await persist(() => session.send('resumeRun', { runID, answers }))).runID;
  } finally {
    session.close();
  }
}

async function countParts(faults: FaultCell, id: string): Promise<number> {
  return (await readMachine(faults, id)).machine.partCount ?? 0;
}

/** Waits until the machine is idle and no requested program can begin. */
async function waitForIdle(faults: FaultCell, id: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 500));
  await waitUntil(async () => (await readMachine(faults, id)).machine.status === 'idle', longestCycleMS);
}
