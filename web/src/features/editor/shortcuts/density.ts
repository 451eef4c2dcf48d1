import { useSyncExternalStore } from 'react';

export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

const storageKey = 'cellwright.density';
/** Height of a row of the tree and of the library, px: for a finger, and for a mouse. */
export const rowHeights: Readonly<Record<Density, number>> = { comfortable: 44, compact: 28 };

let current: Density | undefined;
const listeners = new Set<() => void>();

/** Density that was chosen in this browser; rows are for touch until then. */
export function readDensity(): Density {
  current ??= densities.find((density) => density === localStorage.getItem(storageKey)) ?? 'comfortable';
  return current;
}

export function chooseDensity(density: Density): void {
  current = density;
  localStorage.setItem(storageKey, density);
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDensity(): Density {
  return useSyncExternalStore(subscribe, readDensity);
}
