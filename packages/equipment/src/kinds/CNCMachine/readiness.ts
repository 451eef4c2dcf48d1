import type { ReadinessCheck } from '@cellwright/domain/equipment';
import { notWired } from '../../framework/place-fields.ts';
import type { HaasControl } from '../../transport/haas/broker.ts';
import type { PortsTransport } from '../../transport/ports.ts';
import type { AgentReader } from './agent-reader.ts';
import type { CNCMachineConfig } from './contract.ts';
import { takesRequests } from './contract-fields.ts';
import { refuseSelection } from './interlocks.ts';
import type { MachineAccess } from './machine-access.ts';
import type { Reading } from './reading.ts';

export interface ReadinessParts {
  readonly config: CNCMachineConfig;
  readonly machine: MachineAccess;
  readonly control: HaasControl | undefined;
  readonly agent: AgentReader | undefined;
  readonly robot: PortsTransport;
}

type Outcome = Omit<ReadinessCheck, 'id'>;

const ok: Outcome = { result: 'ok' };
const notUsed: Outcome = { result: 'notUsed' };
const failed = (detail: string): Outcome => ({ result: 'failed', detail });
const unknown = (detail: string): Outcome => ({ result: 'unknown', detail });

const noConnection = unknown('There is no connection to the machine');
const checkSetting =
  'Something answers at this address, but no Haas control. Check the port, and setting 143 at the control';

/** Checks all requirements for tending the machine. Writes only values that the machine already has. */
export async function checkReadiness(parts: ReadinessParts, signal: AbortSignal): Promise<readonly ReadinessCheck[]> {
  const reached = await checkConnection(parts);
  const reading = await parts.machine.refresh();
  return [
    { id: 'connection', ...reached.connection },
    { id: 'control', ...reached.control },
    { id: 'variables', ...(await checkVariables(parts, reading, signal)) },
    { id: 'program', ...checkProgram(parts, reading) },
    { id: 'door', ...checkDoor(parts, reading) },
    { id: 'cycleStart', ...checkCycleStart(parts) },
  ];
}

async function checkConnection({ machine, control, agent }: ReadinessParts) {
  if (agent) return checkAgent(agent);
  if (!control) {
    const problem = await machine.places.probe();
    return { connection: problem === undefined ? ok : failed(problem), control: notUsed };
  }
  const asked = await control.readSerialNumber();
  if (asked.ok) return { connection: ok, control: ok };
  const { kind, message } = asked.failure;
  if (kind === 'unreachable') return { connection: failed(message), control: noConnection };
  return { connection: ok, control: kind === 'busy' || kind === 'refused' ? ok : failed(checkSetting) };
}

async function checkAgent(agent: AgentReader) {
  const asked = await agent.ask();
  if (asked.ok) return { connection: ok, control: ok };
  if (!asked.isReached) return { connection: failed(asked.problem), control: noConnection };
  return { connection: ok, control: failed(asked.problem) };
}

async function checkVariables(
  { config, machine }: ReadinessParts,
  reading: Reading | undefined,
  signal: AbortSignal,
): Promise<Outcome> {
  if (!takesRequests(config.deviceInterface)) return notUsed;
  if (!reading) return noConnection;
  const { status, request } = reading.machine;
  if (status === 'running' || request !== 'none')
    return unknown('The machine holds a request. Check again when its program has ended');
  const failure = await machine.request.clear(signal);
  return failure ? failed(`The command variable cannot be written: ${failure.message}`) : ok;
}

function checkProgram({ config }: ReadinessParts, reading: Reading | undefined): Outcome {
  if (config.deviceInterface !== 'haasNGC') return notUsed;
  if (!reading) return noConnection;
  if (reading.machine.program === undefined) return unknown('The control shows its program when the machine is idle');
  const refusal = refuseSelection(config, reading.machine.program);
  return refusal === undefined ? ok : failed(refusal);
}

function checkDoor({ config }: ReadinessParts, reading: Reading | undefined): Outcome {
  if (!config.autodoor.isFitted) return notUsed;
  if (!reading) return noConnection;
  if (reading.door === 'open' || reading.door === 'closed') return ok;
  return failed(`The sensors show the door as ${reading.door}. Check their wiring, or move the door to one end`);
}

function checkCycleStart({ config, robot }: ReadinessParts): Outcome {
  const { startOutput } = config.cycle;
  if (startOutput === notWired) return unknown('No output is selected: a user presses cycle start');
  const levels = robot.levels();
  if (!levels) return unknown('The control box of the robot does not answer');
  return levels[startOutput] === 'low' ? ok : failed(`${startOutput} is on. Switch it off: it would start the cycle`);
}
