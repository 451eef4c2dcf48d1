import { getDeviceState } from '@cellwright/calls';
import { callCell } from '@cellwright/client';
import type { EquipmentLiveState } from '@cellwright/domain/equipment';
import type { RobotKind } from '@cellwright/domain/robot';
import { http } from './session.ts';

/** Returns the live state of a device, as seen by the robot of this kind. */
export function getLiveState(id: string, robotKind: RobotKind, signal?: AbortSignal): Promise<EquipmentLiveState> {
  return callCell(http, getDeviceState, { id, robotKind }, { signal });
}
