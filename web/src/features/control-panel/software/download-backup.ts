import { readBackup } from '@cellwright/calls';
import type { Backup } from '@cellwright/domain/software';
import { panelCell } from '../../../api/control-panel.ts';

/** Downloads a backup in parts, and saves it as a file. */
export async function downloadBackup({ id, createdAt }: Backup): Promise<void> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const { content, nextOffset }: { content: string; nextOffset: number | null } = await panelCell.call(readBackup, {
      id,
      offset,
    });
    parts.push(Uint8Array.from(atob(content), (character) => character.charCodeAt(0)));
    offset = nextOffset;
  }
  const url = URL.createObjectURL(new Blob(parts, { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `backup-${createdAt.slice(0, 19).replaceAll(':', '-')}.cwb`;
  link.click();
  URL.revokeObjectURL(url);
}
