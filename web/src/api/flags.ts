import { type FlagName, flagEntry, isFlagName } from '@cellwright/domain';
import * as z from 'zod';

/** What this browser has set for itself; a flag that is not here is as in the cell. */
export type FlagOverrides = Readonly<Partial<Record<FlagName, boolean>>>;

const storageKey = 'cellwright.featureFlags';
const storedSchema = z.record(z.string(), z.boolean());

/** The value that counts: this browser's own where the flag may have one, or else the cell's. */
export function resolveFlag(name: FlagName, shared: boolean, overrides: FlagOverrides): boolean {
  return overrideOf(name, overrides) ?? shared;
}

/** This browser's own value; only flags for a single user have one. */
export function overrideOf(name: FlagName, overrides: FlagOverrides): boolean | undefined {
  return flagEntry(name).allowSingleUser ? overrides[name] : undefined;
}

/** What is stored, without what is unreadable or no flag of this build. */
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

function hearOtherTabs({ key, newValue }: StorageEvent): void {
  if (key === storageKey || key === null) tell(readOverrides(newValue));
}

/** The overrides of this browser, the same in all its tabs. */
export const flagOverrides = {
  get all(): FlagOverrides {
    known ??= readOverrides(localStorage.getItem(storageKey));
    return known;
  },
  /** Undefined: as in the cell. */
  set(name: FlagName, value: boolean | undefined): void {
    const { [name]: _, ...others } = flagOverrides.all;
    const next = value === undefined ? others : { ...others, [name]: value };
    localStorage.setItem(storageKey, JSON.stringify(next));
    tell(next);
  },
  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) window.addEventListener('storage', hearOtherTabs);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener('storage', hearOtherTabs);
    };
  },
};
