import { messages } from '@cellwright/domain/messages';
import { tcpOf } from '@cellwright/domain/robot';
import type { ProgramStep } from '@cellwright/steps/framework';
import { type Answer, accepted, refuse } from '../answer.ts';
import type { ToolModel } from '../planner.ts';

/**
 * Checks that the tool on the flange has every TCP that the steps name. The library checks the cell as a whole; the
 * tool on this robot's flange is known only here and now.
 */
export function checkTcps(steps: readonly ProgramStep[], tool: ToolModel): Answer {
  for (const { id, path, isDisabled, args } of steps) {
    const { tcpOption } = args;
    if (isDisabled || typeof tcpOption !== 'string' || tcpOf(tool, tcpOption)) continue;
    const where = `Step ${path}: ${messages.tcpNotAvailable(tcpOption)}`;
    return refuse('cannot_play_routine', `${where}. '${tool.name}' is on the flange`, { stepID: id });
  }
  return accepted;
}
