import type { Routine } from '@cellwright/domain/routine';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cell } from '../../../api/cell.ts';
import { findAll } from '../../../api/find-all.ts';
import '../../../i18n/replace.ts';
import { showUndo } from '../../../ui/toasts.ts';
import { useRoutineWork } from '../use-routine-work.ts';
import { type Replacement, replaceText } from './replace-text.ts';

/** Replacement in one routine, and the version that it changes. */
export interface FoundRoutine extends Replacement {
  readonly name: string;
  readonly version: number;
}

/** Searches for a text in all routines, and replaces it. Each changed routine gets a new version. */
export function useReplace() {
  const { t } = useTranslation('replace');
  const [found, setFound] = useState<readonly FoundRoutine[]>();
  const { isBusy, run } = useRoutineWork();
  return {
    found,
    isBusy,
    forget: () => setFound(undefined),
    search: (find: string, replacement: string) => run(async () => setFound(await findIn(find, replacement))),
    /** Replaces what was found; `onDone` is called if every routine was saved. */
    apply: (wanted: readonly FoundRoutine[], onDone: () => void) =>
      run(async () => {
        const saved: SavedRoutine[] = [];
        try {
          for (const each of wanted) saved.push(await save(each));
          onDone();
        } finally {
          setFound(undefined);
          if (saved.length > 0)
            showUndo(t('done', { count: saved.length }), t('undo'), () => void run(() => takeBack(saved)));
        }
      }),
  };
}

interface SavedRoutine {
  readonly id: string;
  readonly before: number;
  readonly after: number;
}

async function findIn(find: string, replacement: string): Promise<FoundRoutine[]> {
  const listed = await findAll((page) => cell.routines.find({ ...page, sort: 'name' }));
  const found: FoundRoutine[] = [];
  for (const { id } of listed) {
    const { version, updatedByID, updatedByName, ...routine } = await cell.routines.get(id);
    const replaced = replaceText(routine satisfies Routine, find, replacement);
    if (replaced.changes.length > 0) found.push({ ...replaced, name: routine.name, version });
  }
  return found;
}

async function save({ routine, version: before }: FoundRoutine): Promise<SavedRoutine> {
  const { version: after } = await cell.routines.replace(routine.id, routine, before);
  return { id: routine.id, before, after };
}

/** Restores the versions before a replacement; a routine that was changed since stays. */
async function takeBack(saved: readonly SavedRoutine[]): Promise<void> {
  for (const { id, before, after } of saved) {
    const { version } = await cell.routines.get(id);
    if (version === after) await cell.routines.restoreVersion(id, before);
  }
}
