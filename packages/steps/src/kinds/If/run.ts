import { messages } from '@cellwright/domain/messages';
import {
  completed,
  evaluateCondition,
  failed,
  type StepContext,
  type StepOutcome,
  StepRole,
  type StepRuntime,
} from '../../framework/index.ts';
import type { IfArgs, IfVariables } from './contract.ts';

/** Role of a branch for the next one. */
interface Branch {
  /** True if it or one before it was taken. */
  isDecided(): boolean;
}
const branchRole = new StepRole<Branch>();

export const ifRuntime: StepRuntime<IfArgs, IfVariables> = {
  async run(context) {
    const isDecidedBefore = context.args.branch !== 'if' && context.previous?.as(branchRole)?.isDecided() === true;
    const entry = await checkEntry(context, isDecidedBefore);
    if (entry !== 'enter' && entry !== 'leaveOut') return entry;
    const isTaken = entry === 'enter';
    context.setVariable('isTaken', isTaken);
    context.setVariable('isDecided', isTaken || isDecidedBefore);
    return isTaken ? context.playChildren() : completed;
  },
  roles: [
    branchRole.offeredBy(({ stepID, ports }) => ({
      isDecided: () => ports.variables.getStepVariable(stepID, 'isDecided') === true,
    })),
  ],
};

async function checkEntry(
  { args: { branch, condition }, ports, startIndex }: StepContext<IfArgs, IfVariables>,
  isDecidedBefore: boolean,
): Promise<'enter' | 'leaveOut' | StepOutcome> {
  // The user who starts inside the branch has confirmed it.
  if (startIndex !== undefined) return 'enter';
  if (isDecidedBefore) return 'leaveOut';
  if (branch === 'else' || condition === undefined) return 'enter';
  const result = await evaluateCondition(ports.expressions, condition);
  if (!result.ok) return failed('ExecutionFailure', messages.errorInField('condition', result.message));
  return result.holds ? 'enter' : 'leaveOut';
}
