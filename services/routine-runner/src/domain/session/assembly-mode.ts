import { messages } from '@cellwright/domain/messages';
import { type Answer, accepted, refuse } from '../answer.ts';
import { isCalming } from '../facts/command-auditor.ts';
import type { RobotSession } from './session.ts';

/** Messages without effect on the robot. */
const harmless: ReadonlySet<string> = new Set(['getStateSnapshot', 'controlHeartbeat', 'acknowledgeControlLoss']);

/** Assembly mode of the cell: while it is on, no client commands either robot. Stops are accepted. */
export class AssemblyMode {
  isOn = false;

  /** Refuses messages while the mode is on, except those that stop or release the robot. */
  check(message: { readonly kind: string; readonly payload: unknown }): Answer {
    if (!this.isOn || harmless.has(message.kind) || isCalming(message)) return accepted;
    return refuse('forbidden', messages.assemblyMode);
  }

  /** Stops a robot and its run. */
  end(session: RobotSession): void {
    if (session.runs.isActive || session.core.arm.isMoving || session.state !== 'Idle') {
      session.stop('assembly mode was set', { how: 'stop', by: null });
    }
  }
}
