import { isCancelledImport } from '@cellwright/client/imports';

/** Properties of a file before it is read. */
export interface NamedFile {
  readonly name: string;
  text(): Promise<string>;
}

export interface ImportProgress {
  /** Name of the file that is being imported. */
  readonly name: string;
  /** Number of the file, from 1. */
  readonly number: number;
  readonly count: number;
}

export interface ImportReport<Outcome> {
  readonly imported: readonly Outcome[];
  readonly failed: readonly { readonly name: string; readonly error: unknown }[];
  readonly isCancelled: boolean;
}

/**
 * Imports files one after the other. Each is stored completely or not at all, also the current one at a cancel: exactly
 * the files that are reported as imported are stored.
 */
export async function importFiles<Outcome>(
  files: readonly NamedFile[],
  importFile: (text: string, signal: AbortSignal) => Promise<Outcome>,
  { signal, onProgress }: { signal: AbortSignal; onProgress(progress: ImportProgress): void },
): Promise<ImportReport<Outcome>> {
  const imported: Outcome[] = [];
  const failed: { name: string; error: unknown }[] = [];
  for (const [index, file] of files.entries()) {
    if (signal.aborted) return { imported, failed, isCancelled: true };
    onProgress({ name: file.name, number: index + 1, count: files.length });
    try {
      imported.push(await importFile(await file.text(), signal));
    } catch (error) {
      if (isCancelledImport(error)) return { imported, failed, isCancelled: true };
      failed.push({ name: file.name, error });
    }
  }
  return { imported, failed, isCancelled: false };
}
