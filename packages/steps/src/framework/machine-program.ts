import { machineMessages } from '@cellwright/domain/runner-socket';
import type { MachineCommand, MachineReading } from '@cellwright/equipment/capabilities';
import { commandDevice } from './command-device.ts';
import { observeMachine } from './observe-machine.ts';
import { completed, failed, stopped } from './outcomes.ts';
import type { PortResult } from './ports.ts';
import type { StepContext, StepOutcome } from './runtime.ts';
import { stepMessages } from './step-messages.ts';

const pollMS = 500;

/** Variables of a step that runs a program of a machine tool. */
export const programVariables = {
  /** The machine was asked to run the program, and its end has not been acknowledged. */
  isStarted: false,
  /** The program has ended, and its end is being acknowledged. */
  hasEnded: false,
};
export type ProgramVariables = typeof programVariables;

/** A program, and the machine that is to run it; undefined for the only machine of the cell. */
export interface WantedProgram {
  readonly equipmentID: string | undefined;
  readonly program: number;
  readonly waitForEnd: boolean;
}

type Context = Pick<StepContext<unknown, ProgramVariables>, 'stepID' | 'ports' | 'signal' | 'setVariable'>;

/**
 * Runs a program once. The variables are committed with the intent of each command. The variables of an earlier run and
 * the request on the machine show its progress.
 */
export async function runMachineProgram(context: Context, wanted: WantedProgram): Promise<StepOutcome> {
  const outcome = (await isUnderWay(context, wanted)) ?? (await start(context, wanted));
  if (outcome.kind !== 'completed' || !wanted.waitForEnd) return outcome;
  return waitForEnd(context, wanted);
}

/** Returns how the step continues after an earlier run; undefined if the program has to be started. */
async function isUnderWay(context: Context, { equipmentID }: WantedProgram): Promise<StepOutcome | undefined> {
  const { stepID, ports, signal } = context;
  const was = (name: keyof ProgramVariables) => ports.variables.getStepVariable(stepID, name) === true;
  if (was('hasEnded')) return completed;
  if (!was('isStarted')) return undefined;
  const seen = await observeMachine(ports, equipmentID, signal);
  if (!seen.ok) return failureOf(seen);
  if (seen.value.request === 'unknown')
    return failed('HaasFailure', machineMessages.runProgramFailed, stepMessages.machineCannotTell);
  return seen.value.request === 'running' || seen.value.request === 'done' ? completed : undefined;
}

async function start(context: Context, wanted: WantedProgram): Promise<StepOutcome> {
  const prepared = await command(context, wanted, { action: 'prepare' });
  if (!prepared.ok) return failureOf(prepared);
  context.setVariable('isStarted', true);
  const started = await command(context, wanted, { action: 'start', program: wanted.program });
  if (!started.ok) return failureOf(started);
  if (!wanted.waitForEnd) context.setVariable('isStarted', false);
  return completed;
}

async function waitForEnd(context: Context, wanted: WantedProgram): Promise<StepOutcome> {
  const { ports, signal, stepID } = context;
  while (ports.variables.getStepVariable(stepID, 'hasEnded') !== true) {
    const seen = await observeMachine(ports, wanted.equipmentID, signal);
    if (!seen.ok) return failureOf(seen);
    const { status, request, detail } = seen.value;
    if (status === 'fault') return failed('HaasFailure', machineMessages.machineReportedFault, detail);
    if (request === 'none')
      return failed('HaasFailure', machineMessages.runProgramFailed, 'The request was cleared at the machine');
    if (request === 'done' && status !== 'running') context.setVariable('hasEnded', true);
    else await ports.clock.sleep(pollMS, signal);
  }
  const acknowledged = await command(context, wanted, { action: 'acknowledge' });
  if (!acknowledged.ok) return failureOf(acknowledged);
  context.setVariable('isStarted', false);
  context.setVariable('hasEnded', false);
  return completed;
}

function command(
  { ports, signal }: Context,
  { equipmentID }: WantedProgram,
  asked: MachineCommand,
): Promise<PortResult<MachineReading>> {
  return commandDevice(ports, { capability: 'machine', equipmentID, command: asked, stepLimitMS: 20_000 }, signal);
}

function failureOf(result: PortResult<MachineReading> & { ok: false }): StepOutcome {
  if ('stopped' in result) return stopped;
  return failed('HaasFailure', machineMessages.runProgramFailed, result.failure.message);
}
