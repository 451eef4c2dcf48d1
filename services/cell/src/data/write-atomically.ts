import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file that only this user may read. A crash leaves the old file or the new one, never half of one. */
export function writeAtomically(file: string, text: string): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}
