import { createFromTemplate, duplicateRoutine } from '@cellwright/calls';
import { importRoutineFile } from '@cellwright/client/imports';
import { freeName } from '@cellwright/domain/basics';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { http } from '../../api/session.ts';
import { showError, showNote, showUndo } from '../../ui/toasts.ts';
import { type ImportProgress, importFiles } from './import-files.ts';
import { newRoutine } from './new-routine.ts';
import { saveFile } from './save-file.ts';
import { useRoutineWork } from './use-routine-work.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Returns the error of one of several files, with the name of the file. */
function nameFile(name: string, error: unknown): Error {
  return new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}

/** Actions on whole routines, one at a time; refusals of the cell are shown. */
export function useRoutineActions() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [importing, setImporting] = useState<{ progress: ImportProgress; cancel: AbortController }>();
  const { isBusy, run } = useRoutineWork();
  const open = (routineID: string) => navigate({ to: '/routines/$routineID', params: { routineID } });
  return {
    isBusy,
    create: () =>
      run(async () => {
        const name = t('routines.newName');
        // Searches routines with a similar name, up to the maximum of a list.
        const { items } = await cell.routines.find({ search: name, limit: 1000 });
        const { id } = await cell.routines.create(newRoutine(freeName(name, new Set(items.map((item) => item.name)))));
        await open(id);
      }),
    duplicate: ({ id }: Named) =>
      run(async () => {
        const copy = await cell.call(duplicateRoutine, { id });
        showNote(t('routines.duplicated', { name: copy.name }));
      }),
    startFromTemplate: ({ id }: Named) =>
      run(async () => {
        const made = await cell.call(createFromTemplate, { id });
        await open(made.id);
      }),
    /** Marks a routine as a template, or not; its content does not change. */
    setTemplate: ({ id, name }: Named, isTemplate: boolean) =>
      run(async () => {
        await cell.routines.patch(id, { isTemplate });
        showNote(t(isTemplate ? 'routines.madeTemplate' : 'routines.madeNoTemplate', { name }));
      }),
    exportFile: ({ id, name }: Named) =>
      run(async () => {
        saveFile(name, await cell.routines.exportFile(id));
      }),
    /** Progress of the file that is being imported. */
    importing: importing?.progress,
    cancelImport: () => importing?.cancel.abort(),
    importFiles: (files: readonly File[]) =>
      run(async () => {
        const cancel = new AbortController();
        const report = await importFiles(files, (text, signal) => importRoutineFile(http, text, { signal }), {
          signal: cancel.signal,
          onProgress: (progress) => setImporting({ progress, cancel }),
        }).finally(() => setImporting(undefined));
        const { imported, failed, isCancelled } = report;
        for (const { name, error } of failed) showError(files.length > 1 ? nameFile(name, error) : error);
        const missing = [...new Set(imported.flatMap((outcome) => outcome.missing))];
        if (missing.length > 0) showNote(t('routines.importMissing', { missing: missing.join(', ') }));
        if (isCancelled && imported.length === 0) showNote(t('routines.importCancelled'));
        else if (files.length > 1) showNote(t('routines.imported', { count: imported.length, total: files.length }));
        else if (imported[0]) await open(imported[0].routineID);
      }),
    remove: ({ id, name }: Named) =>
      run(async () => {
        await cell.routines.remove(id);
        const restore = () =>
          run(async () => {
            await cell.routines.restore(id);
          });
        showUndo(t('routines.removed', { name }), t('routines.undo'), () => void restore());
      }),
  };
}

export type RoutineActions = ReturnType<typeof useRoutineActions>;
