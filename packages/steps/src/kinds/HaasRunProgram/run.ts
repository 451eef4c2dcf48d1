import { machineMessages } from '@cellwright/domain/runner-socket';
import {
  completed,
  failed,
  observeMachine,
  runMachineProgram,
  type StepContext,
  type StepOutcome,
  type StepRuntime,
  stopped,
} from '../../framework/index.ts';
import { type HaasRunProgramArgs, type HaasRunProgramVariables, programNumberOf } from './contract.ts';

type Context = StepContext<HaasRunProgramArgs, HaasRunProgramVariables>;

const partsMissing = (made: number, wanted: number) => `The machine counted ${made} parts instead of ${wanted}`;

export const haasRunProgramRuntime: StepRuntime<HaasRunProgramArgs, HaasRunProgramVariables> = {
  async run(context) {
    const { equipmentID, programName, partCount } = context.args;
    const before = partCount === 0 ? completed : await rememberCount(context);
    if (before.kind !== 'completed') return before;
    const program = programNumberOf(programName) ?? 0;
    const ended = await runMachineProgram(context, { equipmentID, program, waitForEnd: true });
    return ended.kind !== 'completed' || partCount === 0 ? ended : checkParts(context);
  },
};

/** Reads the counter before the program, once also across a crash. */
async function rememberCount(context: Context): Promise<StepOutcome> {
  const { ports, stepID } = context;
  const known = ports.variables.getStepVariable(stepID, 'countBefore');
  if (typeof known === 'number' && known >= 0) return completed;
  const count = await readCount(context);
  if (typeof count !== 'number') return count;
  context.setVariable('countBefore', count);
  return completed;
}

async function checkParts(context: Context): Promise<StepOutcome> {
  const { ports, stepID, args } = context;
  const before = Number(ports.variables.getStepVariable(stepID, 'countBefore'));
  const count = await readCount(context);
  if (typeof count !== 'number') return count;
  context.setVariable('countBefore', -1);
  const made = count - before;
  if (made >= args.partCount) return completed;
  return failed('HaasFailure', machineMessages.haasEncounteredError, partsMissing(made, args.partCount));
}

async function readCount({ ports, args, signal }: Context): Promise<number | StepOutcome> {
  const seen = await observeMachine(ports, args.equipmentID, signal);
  if (seen.ok) return seen.value.partCount ?? 0;
  return 'stopped' in seen
    ? stopped
    : failed('HaasFailure', machineMessages.haasEncounteredError, seen.failure.message);
}
