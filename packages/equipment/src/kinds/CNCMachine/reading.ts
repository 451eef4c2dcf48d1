import type { IOLevel } from '@cellwright/domain/robot';
import type { doorPositions } from '../../capabilities/door.ts';
import type { MachineReading } from '../../capabilities/machine.ts';
import type { workholdingPositions } from '../../capabilities/workholding.ts';
import type { DriverContext } from '../../framework/driver.ts';
import { type HaasControl, openHaasControl } from '../../transport/haas/broker.ts';
import type { AgentReader } from './agent-reader.ts';
import type { CNCMachineConfig } from './contract.ts';
import type { MachineSensor } from './contract-fields.ts';
import type { MachinePlaces } from './places.ts';
import type { ProgramRequest } from './request.ts';

export interface Reading {
  readonly machine: MachineReading;
  readonly door: (typeof doorPositions)[number];
  /** By the id of the workholding. */
  readonly workholdings: ReadonlyMap<string, (typeof workholdingPositions)[number]>;
}

export type Status = Omit<MachineReading, 'request' | 'requestedProgram'>;

export interface Lost {
  readonly lost: string;
}

/** Returns the Haas control of the machine; undefined for a machine on another interface. */
export function openControl(
  { deviceInterface, timeoutMS }: CNCMachineConfig,
  { address, openLines }: DriverContext,
): HaasControl | undefined {
  return deviceInterface === 'haasNGC' ? openHaasControl({ ...address, timeoutMS }, openLines) : undefined;
}

export interface ReadingParts {
  readonly config: CNCMachineConfig;
  readonly places: MachinePlaces;
  readonly request: ProgramRequest;
  readonly control: HaasControl | undefined;
  readonly agent: AgentReader | undefined;
}

/** Reads the whole machine once, or returns why it does not answer. */
export async function readMachine(parts: ReadingParts): Promise<Reading | Lost> {
  const { config, places, request, control, agent } = parts;
  const lost = control ? undefined : await places.probe();
  if (lost !== undefined) return { lost };
  const status = await (control ? readControl(control) : (agent?.read() ?? readSignals(parts)));
  if ('lost' in status) return status;
  const requested = await request.read(status.status === 'running');
  if ('lost' in requested) return requested;
  const door = await readDoor(parts);
  if (typeof door !== 'string') return door;
  const workholdings = new Map<string, (typeof workholdingPositions)[number]>();
  for (const { id, clamped, unclamped } of config.workholdings) {
    const ends = await readEnds(places, clamped, unclamped);
    if ('lost' in ends) return ends;
    workholdings.set(id, positionOf(ends, 'clamped', 'unclamped'));
  }
  return { machine: { ...status, ...requested }, door, workholdings };
}

async function readControl(control: HaasControl): Promise<Status | Lost> {
  const read = await control.readProgram();
  if (!read.ok) return read.failure.kind === 'refused' ? { status: 'unknown' } : { lost: read.failure.message };
  if (read.value.isBusy) return { status: 'running' };
  const { program, state, partCount } = read.value;
  const known = { program, ...(partCount === undefined ? {} : { partCount }) };
  const word = state.toUpperCase();
  if (word !== 'IDLE') return { ...known, status: word.includes('ALARM') ? 'fault' : 'running', detail: state };
  const last = await control.readLastCycle();
  if (!last.ok && last.failure.kind !== 'refused') return { lost: last.failure.message };
  return { ...known, status: 'idle', ...(last.ok ? { lastCycle: last.value } : {}) };
}

async function readSignals({ config, places }: ReadingParts): Promise<Status | Lost> {
  const { running, fault } = config.machineStatus;
  const faulty = await places.level(fault);
  if ('lost' in faulty) return faulty;
  if (faulty.level === 'high') return { status: 'fault' };
  if (running.via === 'none') return { status: 'idle' };
  const runs = await places.level(running);
  if ('lost' in runs) return runs;
  return { status: runs.level === undefined ? 'unknown' : runs.level === 'high' ? 'running' : 'idle' };
}

async function readDoor({ config, places }: ReadingParts): Promise<Reading['door'] | Lost> {
  const { isFitted, opened, closed } = config.autodoor;
  if (!isFitted) return 'unknown';
  const ends = await readEnds(places, opened, closed);
  return 'lost' in ends ? ends : positionOf(ends, 'open', 'closed');
}

interface Ends {
  readonly first: IOLevel | undefined;
  readonly second: IOLevel | undefined;
}

async function readEnds(places: MachinePlaces, one: MachineSensor, other: MachineSensor): Promise<Ends | Lost> {
  const first = await places.level(one);
  if ('lost' in first) return first;
  const second = await places.level(other);
  return 'lost' in second ? second : { first: first.level, second: second.level };
}

/** With one sensor, any other position counts as the other end. */
function positionOf<First extends string, Second extends string>(
  { first, second }: Ends,
  atFirst: First,
  atSecond: Second,
): First | Second | 'between' | 'unknown' {
  if (first === undefined && second === undefined) return 'unknown';
  if (first === second) return 'between';
  const isFirst = first === undefined ? second === 'low' : first === 'high';
  return isFirst ? atFirst : atSecond;
}
