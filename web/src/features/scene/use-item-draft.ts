import { ProductError } from '@cellwright/domain/basics';
import { type SpaceItem, spaceItemSchema } from '@cellwright/domain/space';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { cell } from '../../api/cell.ts';
import { createDrafts } from '../../api/unsaved/drafts.ts';
import { tabStorage } from '../../api/unsaved/tab-storage.ts';
import { isIncompleteItem } from '../../parts/space-items/read-incomplete.ts';
import { showError, showUndo } from '../../ui/toasts.ts';

export interface ItemDraft {
  readonly item: SpaceItem;
  /** Problems that prevent saving it. */
  readonly problems: readonly string[];
  readonly isSaved: boolean;
  readonly canUndo: boolean;
  /** Reverts the last change. */
  undo(): void;
  /** Changes the item, and saves it as soon as it is complete. `said` is the message about it, with an undo. */
  change(next: SpaceItem, said?: string): void;
}

interface Unsaved {
  readonly item: SpaceItem;
  readonly version: number | undefined;
}

const storedSchema = z.object({ item: z.unknown(), version: z.number().optional() });

/** Items with unsaved changes, by id. Incomplete ones survive a reload; complete ones are saved at once. */
export const itemDrafts = createDrafts<Unsaved>('space item', {
  storage: tabStorage((stored) => {
    const { item, version } = storedSchema.safeParse(stored).data ?? {};
    return isIncompleteItem(item) ? { item, version } : undefined;
  }),
});

/** Changes within this time are undone together, as while typing, ms. */
const sameChangeMS = 1000;

/** Edits an item. Saves are sequential; a conflict with another user is shown. */
export function useItemDraft(initial: SpaceItem, initialVersion: number | undefined): ItemDraft {
  const { t } = useTranslation('scene');
  const queries = useQueryClient();
  const [unsaved] = useState(() => itemDrafts.get(initial.id));
  const [item, setItem] = useState(unsaved?.item ?? initial);
  const [isSaved, setSaved] = useState(initialVersion !== undefined && !unsaved);
  const version = useRef(unsaved ? unsaved.version : initialVersion);
  const saves = useRef(Promise.resolve());
  const past = useRef<SpaceItem[]>([]);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  const read = spaceItemSchema.safeParse(item);
  const store = async (next: SpaceItem) => {
    try {
      const stored =
        version.current === undefined
          ? await cell.globalSpace.create(next)
          : await cell.globalSpace.replace(next.id, next, version.current);
      version.current = stored.version;
      if (itemDrafts.get(next.id)?.item === next) itemDrafts.drop(next.id);
      setSaved(true);
      await queries.invalidateQueries({ queryKey: ['globalSpace'] });
    } catch (error) {
      setSaved(false);
      showError(error);
      if (error instanceof ProductError && error.code === 'conflict') {
        version.current = (await cell.globalSpace.get(next.id)).version;
      }
    }
  };
  const apply = (next: SpaceItem) => {
    setItem(next);
    setSaved(false);
    const whole = spaceItemSchema.safeParse(next);
    const item = whole.success ? whole.data : next;
    if (whole.success) saves.current = saves.current.then(() => store(whole.data));
    // A save in progress is awaited; a rejected one is not repeated.
    itemDrafts.put(item.id, item.name, { item, version: version.current }, { save: () => saves.current });
  };
  const change = (next: SpaceItem, said?: string) => {
    const before = item;
    const now = performance.now();
    if (said !== undefined || now - changedAt.current > sameChangeMS) past.current.push(before);
    changedAt.current = now;
    apply(next);
    if (said !== undefined) showUndo(said, t('undo'), () => change(before));
  };
  return {
    item,
    problems: read.success ? [] : [...new Set(read.error.issues.map(({ message }) => message))],
    isSaved,
    canUndo: past.current.length > 0,
    undo() {
      const before = past.current.pop();
      changedAt.current = Number.NEGATIVE_INFINITY;
      if (before) apply(before);
    },
    change,
  };
}
