import type { EquipmentLiveState, EquipmentRecord } from '@cellwright/domain/equipment';
import type { ParseKeys } from 'i18next';
import type { Tone } from '../ui/StatusChip.tsx';

/** State of a device in one word. `unknown`: the request failed; `offline`: the device is not reached. */
export type DeviceStatus = 'disabled' | 'unknown' | 'offline' | EquipmentLiveState['status'];

/** State of a device as the cell returned it; `hasFailed` if the request failed. */
export interface AskedState {
  readonly live: EquipmentLiveState | undefined;
  readonly hasFailed: boolean;
}

export function statusOf(
  { isEnabled }: Pick<EquipmentRecord, 'isEnabled'>,
  { live, hasFailed }: AskedState,
): DeviceStatus {
  if (!isEnabled) return 'disabled';
  if (hasFailed) return 'unknown';
  if (!live) return 'initializing';
  return !live.connected && live.status !== 'initializing' ? 'offline' : live.status;
}

/** Colour of each state; its word is a text of the control box. */
export const statusLooks: Readonly<Record<DeviceStatus, { readonly tone: Tone; readonly word: ParseKeys }>> = {
  disabled: { tone: 'neutral', word: 'box.disabled' },
  unknown: { tone: 'danger', word: 'box.status.unknown' },
  offline: { tone: 'danger', word: 'box.status.offline' },
  initializing: { tone: 'neutral', word: 'box.status.initializing' },
  idle: { tone: 'good', word: 'box.status.idle' },
  busy: { tone: 'notice', word: 'box.status.busy' },
  error: { tone: 'danger', word: 'box.status.error' },
};
