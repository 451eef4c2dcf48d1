import { machineMessages } from '@cellwright/domain';
import type { MachineCommand, MachineReading } from '@cellwright/equipment/capabilities';
import {
  commandDevice,
  completed,
  failed,
  observeMachine,
  type PortResult,
  type StepContext,
  type StepOutcome,
  type StepRuntime,
  stopped,
} from '../../framework/index.ts';
import type { CNCRunProgramArgs, CNCRunProgramVariables } from './contract.ts';

const pollMS = 500;
const cannotTell = 'The machine cannot tell whether it ran the program. Look at it, then continue with the next step';

type Context = StepContext<CNCRunProgramArgs, CNCRunProgramVariables>;

/**
 * Writes the request at most once. Its variables are committed with the intent of each command: what a run before left in them,
 * and the request that the machine holds, tell how far it came.
 */
export const cncRunProgramRuntime: StepRuntime<CNCRunProgramArgs, CNCRunProgramVariables> = {
  async run(context) {
    const outcome = (await isUnderWay(context)) ?? (await start(context));
    if (outcome.kind !== 'completed' || !context.args.waitForEnd) return outcome;
    return waitForEnd(context);
  },
};

/** Returns how the step goes on that an earlier run began; undefined if the program has to be started. */
async function isUnderWay(context: Context): Promise<StepOutcome | undefined> {
  const { stepID, ports, signal, args } = context;
  const was = (name: keyof CNCRunProgramVariables) => ports.variables.getStepVariable(stepID, name) === true;
  if (was('hasEnded')) return completed;
  if (!was('isStarted')) return undefined;
  const seen = await observeMachine(ports, args.equipmentID, signal);
  if (!seen.ok) return failureOf(seen);
  if (seen.value.request === 'unknown') return failed('HaasFailure', machineMessages.runProgramFailed, cannotTell);
  return seen.value.request === 'running' || seen.value.request === 'done' ? completed : undefined;
}

async function start(context: Context): Promise<StepOutcome> {
  const { args } = context;
  const prepared = await command(context, { action: 'prepare' });
  if (!prepared.ok) return failureOf(prepared);
  context.setVariable('isStarted', true);
  const started = await command(context, { action: 'start', program: args.program ?? 0 });
  if (!started.ok) return failureOf(started);
  if (!args.waitForEnd) context.setVariable('isStarted', false);
  return completed;
}

async function waitForEnd(context: Context): Promise<StepOutcome> {
  const { ports, signal, args, stepID } = context;
  while (ports.variables.getStepVariable(stepID, 'hasEnded') !== true) {
    const seen = await observeMachine(ports, args.equipmentID, signal);
    if (!seen.ok) return failureOf(seen);
    const { status, request, detail } = seen.value;
    if (status === 'fault') return failed('HaasFailure', machineMessages.machineReportedFault, detail);
    if (request === 'none')
      return failed('HaasFailure', machineMessages.runProgramFailed, 'The request was cleared at the machine');
    if (request === 'done' && status !== 'running') context.setVariable('hasEnded', true);
    else await ports.clock.sleep(pollMS, signal);
  }
  const acknowledged = await command(context, { action: 'acknowledge' });
  if (!acknowledged.ok) return failureOf(acknowledged);
  context.setVariable('isStarted', false);
  context.setVariable('hasEnded', false);
  return completed;
}

function command({ ports, args, signal }: Context, asked: MachineCommand): Promise<PortResult<MachineReading>> {
  return commandDevice(
    ports,
    { capability: 'machine', equipmentID: args.equipmentID, command: asked, stepLimitMS: 20_000 },
    signal,
  );
}

function failureOf(result: PortResult<MachineReading> & { ok: false }): StepOutcome {
  if ('stopped' in result) return stopped;
  return failed('HaasFailure', machineMessages.runProgramFailed, result.failure.message);
}
