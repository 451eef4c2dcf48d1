import { createId } from '@cellwright/domain';
import { gripperCommandSchema } from '@cellwright/equipment/capabilities';
import type { GripperOutcome } from '@cellwright/steps/framework';
import { z } from 'zod';
import { type Answer, accept, refuse } from '../answer.ts';
import type { CellEquipment } from '../cell.ts';
import type { SessionCore } from './session-core.ts';

/** Devices that a person tries, outside a run. A stop ends what they do: commands of its epoch are dropped. */
export class DeviceControl {
  private readonly core: SessionCore;
  private readonly equipment: CellEquipment;

  constructor(core: SessionCore, equipment: CellEquipment) {
    this.core = core;
    this.equipment = equipment;
  }

  /** One command to a device, by what it can do: until there are others, a gripper's. */
  async execute(equipmentID: string, command: unknown): Promise<Answer<{ capability: string; outcome: unknown }>> {
    const answer = await this.actuateGripper(equipmentID, command);
    return answer.ok ? accept({ capability: 'gripper', outcome: answer.value.outcome }) : answer;
  }

  /** Answers when the gripper is there, holds something, or did not do it. */
  async actuateGripper(equipmentID: string, command: unknown): Promise<Answer<{ outcome: GripperOutcome }>> {
    const { machine, robotKind, isTwin, epochs, store } = this.core;
    if (machine.state === 'RoutineRunning' && !store.state.isPaused) {
      return refuse('robot_not_idle', 'A routine is running. Pause or stop it, then try the device');
    }
    const parsed = gripperCommandSchema.safeParse(command);
    if (!parsed.success) return refuse('request_failed_validation', z.prettifyError(parsed.error));
    const idempotencyKey = createId('message');
    const stopEpoch = epochs.current;
    const request = { robotKind, isTwin, stopEpoch, equipmentID, command: parsed.data, idempotencyKey };
    const result = await this.equipment.actuateGripper(request, new AbortController().signal);
    if (result.ok) return accept({ outcome: result.value });
    if ('stopped' in result) return refuse('unavailable', 'A stop ended the command');
    return refuse('conflict', result.failure.message);
  }
}
