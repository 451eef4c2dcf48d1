import type { ControllerState } from '@cellwright/controller-link';
import { equipmentRecordSchema } from '@cellwright/domain/equipment';
import type { Run } from '@cellwright/domain/run';
import { machineTime } from './arm-watcher.fixture.ts';
import { type FaultCell, persist } from './fault-cell.fixture.ts';
import { ready, type StepSketch, sketchFile } from './routines.fixture.ts';

const wiring = { weldStart: 'Output 10', robotReady: 'Output 12', gas: 'Output 14', arcEstablished: 'Input 10' };

const reached = {
  'before the arc': ({ io }: ControllerState) => io[wiring.robotReady] === 'high',
  'while the arc is struck': ({ io }: ControllerState) => io[wiring.weldStart] === 'high',
  'while the torch rests': ({ io }: ControllerState) => io[wiring.arcEstablished] === 'high',
  'along the seam': ({ io, mode }: ControllerState) => io[wiring.arcEstablished] === 'high' && mode === 'executing',
} as const satisfies Record<string, (state: ControllerState) => boolean>;
export type WeldPoint = keyof typeof reached;
/** Points of a weld, in their order. */
export const weldPoints: readonly WeldPoint[] = [
  'before the arc',
  'while the arc is struck',
  'while the torch rests',
  'along the seam',
];

/** Adds a weld machine and a torch, and mounts the torch on the simulated robot. */
export async function addWelder({ call, openReadySession }: FaultCell): Promise<void> {
  const add = async (config: object) => {
    const added = await call('POST', '/equipment', JSON.stringify({ config, isEnabled: true }));
    return equipmentRecordSchema.parse(JSON.parse(added.text)).id;
  };
  await add({ kind: 'WeldMachineGeneric', ...wiring, powerSourceReady: 'Input 12' });
  const equipmentID = await add({ kind: 'WeldTorch' });
  const session = await persist(() => openReadySession('simulated'));
  await persist(() => session.send('setTool', { equipmentID }));
  await session.send('releaseControl', {});
  session.close();
}

/** A seam of 20 s after a rest of 1 s. */
function weldSteps(): readonly StepSketch[] {
  const at = (id: string, y: number): StepSketch => {
    const pose = { x: 0.75, y, z: 0.4, i: 0, j: Math.sin(Math.PI / 8), k: 0, w: Math.cos(Math.PI / 8) };
    return { id, stepKind: 'Waypoint', args: { target: { pose } } };
  };
  const steps = [at('step_seam_start', 0.1), at('step_seam_end', 0.2)];
  return [
    { id: 'step_weld_ready', stepKind: 'MoveArmTo', args: { motionKind: 'joint', target: { jointAngles: ready } } },
    { id: 'step_weld', stepKind: 'Weld', args: { travelSpeed: 0.005, arcStartTime: 1000 }, steps },
  ];
}

export interface ArcLoss {
  readonly run: Run;
  /** Time from the signal until weld start and robot ready were off, ms. */
  readonly offAfterMS: number;
  /** Starts of the arc from before the run until well after the restart. */
  readonly starts: number;
  readonly startsAfterSignal: number;
}

/** Plays the weld up to a point, or for a time, ms. */
async function weldTo(faults: FaultCell, point: WeldPoint | number) {
  const watcher = await faults.watch('simulated');
  const file = JSON.stringify(sketchFile('routine_weld', weldSteps()));
  const { routineID } = await persist(() => faults.cell.client.importRoutine(file));
  const session = await persist(() => faults.openReadySession('simulated'));
  await session.send('loadRoutine', { routineID });
  const before = await watcher.newestIndex();
  const { runID } = await session.send('playRoutine', { isConfirmed: true });
  if (typeof point === 'number') await new Promise((resolve) => setTimeout(resolve, point));
  else await watcher.until(`the weld is ${point}`, reached[point]);
  return { session, watcher, runID, before };
}

const isOff = ({ io }: ControllerState) =>
  [wiring.weldStart, wiring.robotReady].every((output) => io[output] === 'low');

export interface StoppedWeld {
  /** Time from the start of the stop in the controller until the arc was off, ms. */
  readonly sinceStopMS: number;
  /** Time from the request of the stop until the arc was off, ms. */
  readonly sinceRequestMS: number;
}

/** Stops a weld at a point. Times are those of the log of the controller. */
export async function stopInWeld(faults: FaultCell, point: WeldPoint): Promise<StoppedWeld> {
  const { session, watcher, runID, before } = await weldTo(faults, point);
  const requestedAt = machineTime();
  await session.send('stop', {});
  await watcher.until('the arc is off', isOff);
  await faults.untilRunEnded(runID);
  session.close();
  const log = await watcher.readLog(before);
  await watcher.close();
  const timeOf = (kind: string, start: string) =>
    log.find((entry) => entry.kind === kind && entry.detail.startsWith(start))?.time ?? Number.NaN;
  const offAt = timeOf('output', `${wiring.robotReady}=low`);
  return { sinceStopMS: 1000 * (offAt - timeOf('stopStarted', 'stop')), sinceRequestMS: 1000 * (offAt - requestedAt) };
}

/** Kills or freezes a process at a point of a weld, or some ms after its start; a frozen one wakes up again 2 s later. */
export async function loseInWeld(
  faults: FaultCell,
  point: WeldPoint | number,
  loss: { readonly process: 'routine-runner' | 'equipment'; readonly signal: 'SIGKILL' | 'SIGSTOP' },
): Promise<ArcLoss> {
  const { session, watcher, runID, before } = await weldTo(faults, point);
  const pid = faults.pidOf(loss.process);
  const lostAt = machineTime();
  process.kill(pid, loss.signal);
  await watcher.until('the arc is off', isOff);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  session.close();
  if (loss.signal === 'SIGSTOP') process.kill(pid, 'SIGCONT');
  else await faults.untilRestarted(loss.process, pid);
  const run = await faults.untilRunEnded(runID);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const log = (await watcher.readLog(before)).filter(({ kind }) => kind === 'output');
  await watcher.close();
  const starts = log.filter(({ detail }) => detail.startsWith(`${wiring.weldStart}=high`));
  const firstEnd = (output: string) =>
    log.find(({ time, detail }) => time >= lostAt && detail.startsWith(`${output}=low`))?.time ?? lostAt;
  const offAt = Math.max(firstEnd(wiring.robotReady), starts.length > 0 ? firstEnd(wiring.weldStart) : lostAt);
  return {
    run,
    offAfterMS: 1000 * (offAt - lostAt),
    starts: starts.length,
    startsAfterSignal: starts.filter(({ time }) => time > offAt).length,
  };
}
