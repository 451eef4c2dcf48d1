import { type EquipmentRecord, equipmentRecordSchema } from '@cellwright/domain/equipment';
import type { Run } from '@cellwright/domain/run';
import type { CommandedCapabilityName } from '@cellwright/equipment/capabilities';
import { type EquipmentConfig, type EquipmentKind, parseEquipmentConfig } from '@cellwright/equipment/contracts';
import { type AnySim, createSim } from '@cellwright/equipment/sims';
import { systemClock } from '@cellwright/service-kit';
import * as z from 'zod';
import { type FaultCell, persist } from './fault-cell.fixture.ts';
import { type StepSketch, sketchFile } from './routines.fixture.ts';

/** Command of a device in the killed routine: back and forth, endlessly. */
interface DeviceCase {
  readonly kind: EquipmentKind;
  /** Configuration that differs from the defaults. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly stepKind: string;
  readonly there: Readonly<Record<string, unknown>>;
  readonly back: Readonly<Record<string, unknown>>;
  countCommands(sim: AnySim): number;
}

const requestOf = (value: number) => {
  return { operation: 'write', registers: [{ register: 'Start', value: { kind: 'constant', value } }] };
};

/**
 * Those that steps do not command, actions and weld machines, whose case is that of wired devices, and machine tools, which have no
 * usual configuration.
 */
type Elsewhere = 'actions' | 'files' | 'machine' | 'door' | 'workholding' | 'welder';

/** One case for each capability that steps command over a network: a new one without a case does not compile. */
export const deviceCases = {
  gripper: {
    kind: 'OnRobot2FG7',
    stepKind: 'ActuateGripper',
    there: { control: 'move', diameter: 0.05 },
    back: { control: 'move', diameter: 0.07 },
    countCommands: ({ simulated }) => simulated.gripper?.commands.filter(({ kind }) => kind === 'grip').length ?? 0,
  },
  vacuum: {
    kind: 'OnRobotVG',
    stepKind: 'ActuateVacuum',
    there: { action: 'grip', channels: 'A' },
    back: { action: 'release', channels: 'A' },
    countCommands: ({ simulated }) => simulated.vacuum?.commands.length ?? 0,
  },
  screwdriver: {
    kind: 'OnRobotScrewdriver',
    stepKind: 'ActuateScrewdriver',
    there: { command: 'MOVE_SHANK', shankPosition: 15 },
    back: { command: 'MOVE_SHANK', shankPosition: 5 },
    countCommands: ({ simulated }) => simulated.screwdriver?.commands.filter(({ kind }) => kind === 'act').length ?? 0,
  },
  lift: {
    kind: 'Lift',
    stepKind: 'MoveVerticalLift',
    there: { target: 0.05 },
    back: { target: 0 },
    countCommands: ({ simulated }) => simulated.lift?.commands.filter(({ kind }) => kind === 'move').length ?? 0,
  },
  registers: {
    kind: 'ModbusTCPServer',
    fields: {
      registers: [{ id: 'register_start', name: 'Start', type: 'holdingRegister', offset: 3, format: 'uint16' }],
    },
    stepKind: 'NetworkRequest',
    there: requestOf(1),
    back: requestOf(2),
    countCommands: ({ simulated }) => simulated.registers?.writes.length ?? 0,
  },
} as const satisfies Record<Exclude<CommandedCapabilityName, Elsewhere>, DeviceCase>;
export type DeviceCaseName = keyof typeof deviceCases;
export const deviceCaseNames = Object.keys(deviceCases).filter(isDeviceCaseName);

function isDeviceCaseName(name: string): name is DeviceCaseName {
  return Object.hasOwn(deviceCases, name);
}

/** Devices that outlive every process of the cell: their log shows the actual commands. */
export interface OutlivingDevices {
  readonly sims: Readonly<Record<DeviceCaseName, AnySim>>;
  close(): Promise<void>;
}

/** Starts a device of each capability at the address that the cell, started with RUN_SIMULATORS=false, uses. */
export async function startDevices(faults: FaultCell): Promise<OutlivingDevices> {
  const start = async (name: DeviceCaseName): Promise<AnySim> => {
    const { kind, fields }: DeviceCase = deviceCases[name];
    const { config, isValid } = parseEquipmentConfig({ kind, ...fields });
    if (!isValid) throw new Error(`the defaults of ${name} are not valid`);
    const sim = createSim(config, { clock: systemClock });
    const { simulatorPort = 0 } = await findOrAdd(faults, config);
    await sim.start(simulatorPort);
    return sim;
  };
  const sims = {
    gripper: await start('gripper'),
    vacuum: await start('vacuum'),
    screwdriver: await start('screwdriver'),
    lift: await start('lift'),
    registers: await start('registers'),
  };
  return { sims, close: async () => void (await Promise.all(Object.values(sims).map((sim) => sim.close()))) };
}

const recordsSchema = z.object({ items: z.array(equipmentRecordSchema) });

async function findOrAdd({ call }: FaultCell, config: EquipmentConfig): Promise<EquipmentRecord> {
  const { items } = recordsSchema.parse(JSON.parse((await call('GET', '/equipment')).text));
  const existing = items.find(({ config: { kind } }) => kind === config.kind);
  if (existing) return existing;
  const created = await call('POST', '/equipment', JSON.stringify({ config, isEnabled: true }));
  return equipmentRecordSchema.parse(JSON.parse(created.text));
}

export interface DeviceLoss {
  readonly run: Run;
  /** Commands logged by the device during the run, and intents in the journal. */
  readonly commands: number;
  readonly intents: number;
  /** Commands from the kill until well after the restart. */
  readonly commandsAfterKill: number;
  /** Result of the last intent in the journal: completed, or unknown. */
  readonly lastResult: string | null | undefined;
}

/**
 * Kills the runner as soon as a device has received its third command (`delayMS` later), before its journal contains
 * the outcome.
 */
export async function killAfterCommand(
  faults: FaultCell,
  { sims }: OutlivingDevices,
  name: DeviceCaseName,
  delayMS: number,
): Promise<DeviceLoss> {
  const { stepKind, there, back, countCommands } = deviceCases[name];
  const sim = sims[name];
  const id = `routine_${name}`;
  const steps: StepSketch[] = [
    { id: `step_${name}_there`, stepKind, args: there },
    { id: `step_${name}_back`, stepKind, args: back },
  ];
  const file = sketchFile(id, [{ id: `step_${name}_loop`, stepKind: 'Loop', steps }]);
  const imported = await persist(() => faults.cell.client.importRoutine(JSON.stringify(file)));
  const session = await persist(() => faults.openReadySession('simulated'));
  await session.send('loadRoutine', { routineID: imported.routineID });
  const before = countCommands(sim);
  const { runID } = await session.send('playRoutine', { isConfirmed: true });
  while (countCommands(sim) < before + 3) await new Promise((resolve) => setTimeout(resolve, 1));
  const pid = faults.pidOf('routine-runner');
  if (delayMS > 0) await new Promise((resolve) => setTimeout(resolve, delayMS));
  const atKill = countCommands(sim);
  process.kill(pid, 'SIGKILL');
  session.close();
  await faults.untilRestarted('routine-runner', pid);
  const run = await faults.untilRunEnded(runID);
  const commands = countCommands(sim);
  const journal = await persist(() => faults.readJournal(runID));
  return {
    run,
    commands: commands - before,
    intents: journal.filter(({ event }) => event === 'effectIntended').length,
    commandsAfterKill: commands - atKill,
    lastResult: journal.findLast(({ event }) => event === 'effectEnded')?.result,
  };
}

/** True if a rule was violated: nothing may be commanded twice, and an unknown result must be shown as unknown. */
export function isLossWrong({ run, commands, intents, commandsAfterKill, lastResult }: DeviceLoss): boolean {
  const isShown = run.interruptedIn?.hasUnknownEffect === (lastResult === 'unknown');
  // One command may be in transit from the runner to the device at the moment of the kill.
  return run.status !== 'interrupted' || commandsAfterKill > 1 || commands > intents || !isShown;
}
