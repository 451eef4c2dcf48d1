import { messages, tcpOf } from '@cellwright/domain';
import type { ProgramStep } from '@cellwright/steps/framework';
import { type Answer, accepted, refuse } from '../answer.ts';
import type { ToolModel } from '../planner.ts';

/**
 * Whether the tool on the flange has every TCP that the steps name. The library asks the cell as a whole; what hangs on the
 * flange of this robot is known here, and only now.
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
