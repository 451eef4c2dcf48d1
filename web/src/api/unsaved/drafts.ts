import * as z from 'zod';
import { type UnsavedList, type UnsavedWork, unsavedWork } from './unsaved-work.ts';

/** Drafts of one kind of form. They outlive the form until they are saved or discarded. */
export interface Drafts<T> {
  get(key: string): T | undefined;
  /** All drafts of the kind; the same array until one changes. */
  readonly all: readonly T[];
  /** @param name name of the edited item */
  put(key: string, name: string, value: T, ways?: Partial<Pick<UnsavedWork, 'save' | 'discard'>>): void;
  drop(key: string): void;
  subscribe(listener: () => void): () => void;
}

/** Storage in which drafts survive a reload of the page, and a crash of the browser that restores its tabs. */
export interface DraftStorage<T> {
  readonly area: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Returns the signed-in user: another user of the tab does not get the drafts. */
  readOwnerID(): string | undefined;
  /** Returns a draft from its stored form; undefined if it is none. */
  read(stored: unknown): T | undefined;
}

/**
 * @param kind unique name of the kind, such as 'device'
 * @param storage keeps the drafts beyond this page; without it they end with the page
 */
export function createDrafts<T>(
  kind: string,
  { list = unsavedWork, storage }: { readonly list?: UnsavedList; readonly storage?: DraftStorage<T> } = {},
): Drafts<T> {
  const values = new Map<string, T>();
  const names = new Map<string, string>();
  let all: readonly T[] = [];
  const store = () => {
    all = [...values.values()];
    if (storage) writeDrafts(storage, kind, values, names);
  };
  const drop = (key: string) => {
    if (!values.delete(key)) return;
    names.delete(key);
    store();
    list.delete(`${kind} ${key}`);
  };
  const drafts: Drafts<T> = {
    get: (key) => values.get(key),
    get all() {
      return all;
    },
    put(key, name, value, { save, discard } = {}) {
      values.set(key, value);
      names.set(key, name);
      store();
      list.set(`${kind} ${key}`, {
        name,
        ...(save && { save }),
        discard() {
          discard?.();
          drop(key);
        },
      });
    },
    drop,
    subscribe: list.subscribe,
  };
  if (storage) for (const { key, name, value } of readDrafts(storage, kind)) drafts.put(key, name, value);
  return drafts;
}

const storedSchema = z.object({
  ownerID: z.string(),
  drafts: z.array(z.object({ key: z.string(), name: z.string(), value: z.unknown() })),
});
const storageKeyOf = (kind: string) => `cellwright.drafts.${kind}`;

function readDrafts<T>({ area, readOwnerID, read }: DraftStorage<T>, kind: string) {
  const stored = storedSchema.safeParse(parseJSON(area.getItem(storageKeyOf(kind)) ?? '')).data;
  if (!stored || stored.ownerID !== readOwnerID()) return [];
  return stored.drafts.flatMap(({ key, name, value }) => {
    const draft = read(value);
    return draft === undefined ? [] : [{ key, name, value: draft }];
  });
}

function writeDrafts<T>(
  { area, readOwnerID }: DraftStorage<T>,
  kind: string,
  values: ReadonlyMap<string, T>,
  names: ReadonlyMap<string, string>,
): void {
  const drafts = [...values].map(([key, value]) => ({ key, name: names.get(key) ?? '', value }));
  const ownerID = readOwnerID();
  try {
    if (drafts.length === 0 || ownerID === undefined) area.removeItem(storageKeyOf(kind));
    else area.setItem(storageKeyOf(kind), JSON.stringify({ ownerID, drafts }));
  } catch {
    // A full storage keeps the drafts on this page only.
  }
}

function parseJSON(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
