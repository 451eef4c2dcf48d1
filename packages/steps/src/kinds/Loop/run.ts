import { messages } from '@cellwright/domain/messages';
import {
  completed,
  evaluateCondition,
  failed,
  type StepContext,
  type StepOutcome,
  type StepRuntime,
  stopped,
} from '../../framework/index.ts';
import type { LoopArgs, LoopVariables } from './contract.ts';

/** Minimum duration of a round, so that an empty loop cannot starve the cell. */
const loopIterationMinimumMS = 200;

type Context = StepContext<LoopArgs, LoopVariables>;

export const loopRuntime: StepRuntime<LoopArgs, LoopVariables> = {
  async run(context) {
    const { args, ports, signal } = context;
    const { times = Number.POSITIVE_INFINITY } = args;
    // The user who starts inside the loop has confirmed the first round.
    let isFirstRoundGiven = context.startIndex !== undefined;
    let completedCount = roundsBefore(context);
    context.setVariable('completedCount', completedCount);
    while (completedCount < times) {
      const entry = isFirstRoundGiven ? 'enter' : await checkEntry(context);
      if (entry !== 'enter') return entry;
      isFirstRoundGiven = false;
      context.setVariable('round', completedCount + 1);
      if (args.times !== undefined) context.setVariable('roundsLeft', args.times - completedCount);
      const roundStart = ports.clock.now();
      const outcome = await context.playChildren();
      if (outcome.kind === 'loopControl' && outcome.action === 'break')
        return signal.aborted || context.endCycle(true) ? stopped : completed;
      if (outcome.kind !== 'completed' && outcome.kind !== 'loopControl') return outcome;
      const remainingMS = roundStart + loopIterationMinimumMS - ports.clock.now();
      if (remainingMS > 0) await ports.clock.sleep(remainingMS, signal);
      // The place of a stopped run is in this round, even if its last step then completed.
      if (signal.aborted) return stopped;
      completedCount += 1;
      context.setVariable('completedCount', completedCount);
      if (context.endCycle()) return stopped;
    }
    return completed;
  },
};

/** Returns the rounds that the interrupted run had completed, if this run continues it. */
function roundsBefore({ isContinued, stepID, ports }: Context): number {
  const counted = isContinued ? ports.variables.getStepVariable(stepID, 'completedCount') : undefined;
  return typeof counted === 'number' ? counted : 0;
}

/** Returns 'enter' to play another round, or the outcome that ends the loop. */
async function checkEntry({ args: { condition }, ports }: Context): Promise<'enter' | StepOutcome> {
  if (condition === undefined) return 'enter';
  const result = await evaluateCondition(ports.expressions, condition);
  if (!result.ok) return failed('ExecutionFailure', messages.errorInField('condition', result.message));
  return result.holds ? 'enter' : completed;
}
