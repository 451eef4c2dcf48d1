import { readBackup } from '@cellwright/calls';
import type { Backup } from '@cellwright/domain/software';
import { panelCell } from '../../../api/control-panel.ts';
import { readBase64, saveFile } from '../save-file.ts';

/** Downloads a backup in parts, and saves it as a file. */
export async function downloadBackup({ id, createdAt }: Backup): Promise<void> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const { content, nextOffset }: { content: string; nextOffset: number | null } = await panelCell.call(readBackup, {
      id,
      offset,
    });
    parts.push(readBase64(content));
    offset = nextOffset;
  }
  const name = `backup-${createdAt.slice(0, 19).replaceAll(':', '-')}.cwb`;
  saveFile(new Blob(parts, { type: 'application/octet-stream' }), name);
}
