import type { EquipmentInspection } from '@cellwright/domain/equipment';
import { saveText } from '../../../ui/save-text.ts';
import { showNote } from '../../../ui/toasts.ts';
import { readHex, showText, spaceHex } from './format-frames.ts';
import { listFrames } from './list-frames.ts';

/** Returns an inspection as text: states and errors first, then a line per frame, oldest first. */
export function describeInspection({ takenAt, devices }: EquipmentInspection): string {
  const facts = devices.flatMap(({ name, kind, state, errors, connections }) => [
    `${name} (${kind}) ${JSON.stringify(state)}`,
    ...errors.map(({ at, message }) => `  ${at} ${message}`),
    ...connections.map(
      ({ number, protocol, address, openedAt, closedAt, problem }) =>
        `  #${number} ${protocol} ${address} ${openedAt} – ${closedAt ?? ''} ${problem ?? ''}`,
    ),
  ]);
  const frames = listFrames(devices)
    .toReversed()
    .map(({ at, device, connection, direction, size, hex }) =>
      [at, device, `#${connection.number}`, direction, size, spaceHex(hex), showText(readHex(hex))].join('\t'),
    );
  return [takenAt, ...facts, '', ...frames, ''].join('\n');
}

/** Copies an inspection, or saves it as a file where the browser has no clipboard, as without TLS. */
export async function copyTraffic(inspection: EquipmentInspection, copied: string): Promise<void> {
  const text = describeInspection(inspection);
  try {
    await navigator.clipboard.writeText(text);
    showNote(copied);
  } catch {
    saveText('equipment-traffic.txt', text, 'text/plain');
  }
}
