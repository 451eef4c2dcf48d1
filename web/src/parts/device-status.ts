import type { EquipmentLiveState, EquipmentRecord } from '@cellwright/domain';
import type { ParseKeys } from 'i18next';
import type { Tone } from '../ui/StatusChip.tsx';

/** State of a device in one word. `unknown`: it could not be asked; `offline`: it is not reached. */
export type DeviceStatus = 'disabled' | 'unknown' | 'offline' | EquipmentLiveState['status'];

/** A device's state as the cell answers it; `hasFailed` when it could not be asked. */
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
