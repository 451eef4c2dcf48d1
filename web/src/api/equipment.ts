import { getDeviceState } from '@cellwright/calls';
import { callCell } from '@cellwright/client';
import type { EquipmentLiveState, RobotKind } from '@cellwright/domain';
import { http } from './session.ts';

/** Returns the live state of a device, as seen by the robot of this kind. */
export function getLiveState(id: string, robotKind: RobotKind, signal?: AbortSignal): Promise<EquipmentLiveState> {
  return callCell(http, getDeviceState, { id, robotKind }, { signal });
}
