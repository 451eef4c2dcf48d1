import { type FlagName, flagEntry, isFlagName } from '@cellwright/domain/cell';
import * as z from 'zod';

/** Flags that this browser overrides; all others have the value of the cell. */
export type FlagOverrides = Readonly<Partial<Record<FlagName, boolean>>>;

const storageKey = 'cellwright.featureFlags';
const storedSchema = z.record(z.string(), z.boolean());

/** Returns the effective value: the override of this browser if the flag allows one, else the value of the cell. */
export function resolveFlag(name: FlagName, shared: boolean, overrides: FlagOverrides): boolean {
  return overrideOf(name, overrides) ?? shared;
}

/** Returns the override of this browser; only flags for a single user have one. */
export function overrideOf(name: FlagName, overrides: FlagOverrides): boolean | undefined {
  return flagEntry(name).allowSingleUser ? overrides[name] : undefined;
}

/** Parses stored overrides. Entries that are invalid, or no flag of this build, are dropped. */
export function readOverrides(stored: string | null): FlagOverrides {
  const parsed = storedSchema.safeParse(readJson(stored ?? '{}'));
  if (!parsed.success) return {};
  return Object.fromEntries(Object.entries(parsed.data).filter(([name]) => isFlagName(name)));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

let known: FlagOverrides | undefined;
const listeners = new Set<() => void>();

function tell(next: FlagOverrides): void {
  known = next;
  for (const listener of [...listeners]) listener();
}

function followOtherTabs({ key, newValue }: StorageEvent): void {
  if (key === storageKey || key === null) tell(readOverrides(newValue));
}

/** Flag overrides of this browser, shared by all its tabs. */
export const flagOverrides = {
  get all(): FlagOverrides {
    known ??= readOverrides(localStorage.getItem(storageKey));
    return known;
  },
  /** Sets an override; undefined removes it. */
  set(name: FlagName, value: boolean | undefined): void {
    const { [name]: _, ...others } = flagOverrides.all;
    const next = value === undefined ? others : { ...others, [name]: value };
    localStorage.setItem(storageKey, JSON.stringify(next));
    tell(next);
  },
  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) window.addEventListener('storage', followOtherTabs);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs);
    };
  },
};
