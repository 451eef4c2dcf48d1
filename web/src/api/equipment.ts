import { type EquipmentLiveState, equipmentLiveStateSchema, type RobotKind } from '@cellwright/domain';
import { http } from './session.ts';

/** What a device says of itself, as the robot of this kind sees it. */
export function getLiveState(id: string, robotKind: RobotKind, signal?: AbortSignal): Promise<EquipmentLiveState> {
  const path = `/api/v1/cell/equipment/${encodeURIComponent(id)}/state`;
  return http.request('GET', path, { schema: equipmentLiveStateSchema, query: { robotKind }, signal });
}
