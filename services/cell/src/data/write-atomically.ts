import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file that only this user may read. A crash leaves the old or the new file, never a partial one. */
export function writeAtomically(file: string, text: string): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}
