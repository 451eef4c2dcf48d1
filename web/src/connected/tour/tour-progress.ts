import * as z from 'zod';
import { session } from '../../api/session.ts';

const progressSchema = z.object({
  /** User who takes the tour: another user of this browser starts a separate one. */
  userID: z.string(),
  /** False after the user left the tour. */
  isOpen: z.boolean(),
  /** True after the last step. */
  isFinished: z.boolean(),
  /** Routine that the user builds in the tour. */
  routineID: z.string().optional(),
  isBuilt: z.boolean(),
  /** True after a dry run of the routine without a failure. */
  isChecked: z.boolean(),
  /** True after a complete run. */
  isRun: z.boolean(),
});

/** Progress that cannot be read from the cell. It is kept in this browser. */
export type TourProgress = z.output<typeof progressSchema>;

type Change = Partial<Omit<TourProgress, 'userID'>>;

export interface TourStore {
  /** Progress of the signed-in user; undefined if the tour was never started. */
  readonly current: TourProgress | undefined;
  /** Opens the tour: a new one, or the one that the user left. */
  open(): void;
  change(change: Change): void;
  subscribe(listener: () => void): () => void;
}

const storageKey = 'cellwright.tour';
const begun = { isOpen: true, isFinished: false, isBuilt: false, isChecked: false, isRun: false } as const;

/** @param readUserID returns the id of the signed-in user */
export function createTourStore(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  readUserID: () => string | undefined,
): TourStore {
  const listeners = new Set<() => void>();
  let stored = parseProgress(storage.getItem(storageKey));
  const store = (next: TourProgress) => {
    stored = next;
    storage.setItem(storageKey, JSON.stringify(next));
    for (const listener of [...listeners]) listener();
  };
  const read = () => (stored !== undefined && stored.userID === readUserID() ? stored : undefined);
  return {
    get current() {
      return read();
    },
    open() {
      const userID = readUserID();
      if (userID === undefined) return;
      const last = read();
      store(last && !last.isFinished ? { ...last, isOpen: true } : { userID, ...begun });
    },
    change(change) {
      const last = read();
      if (last && hasChanged(last, change)) store({ ...last, ...change });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function hasChanged(last: TourProgress, change: Change): boolean {
  return JSON.stringify({ ...last, ...change }) !== JSON.stringify(last);
}

function parseProgress(text: string | null): TourProgress | undefined {
  try {
    return progressSchema.safeParse(JSON.parse(text ?? 'null')).data;
  } catch {
    return undefined;
  }
}

export const tourStore = createTourStore(localStorage, () => session.userID);
