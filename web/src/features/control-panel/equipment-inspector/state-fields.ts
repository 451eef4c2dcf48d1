import type { EquipmentLiveState } from '@cellwright/domain/equipment';

/** Fields of every device, which have a column of their own. */
const common = new Set(['connected', 'status', 'error']);
const maxLength = 160;

/** Returns the fields of a live state that only this kind of device has, each on a line. */
export function listStateFields(
  state: EquipmentLiveState,
): readonly { readonly name: string; readonly value: string }[] {
  return Object.entries(state)
    .filter(([name, value]) => !common.has(name) && value !== undefined && value !== null)
    .map(([name, value]) => ({ name, value: shorten(typeof value === 'string' ? value : JSON.stringify(value)) }));
}

function shorten(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
