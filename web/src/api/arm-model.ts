import type { ArmModel } from '@cellwright/arm';
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let current: ArmModel | undefined;

/** The model of the arm that the cell drives, apart from what computes with it: the first screen needs only this. */
export const armModel = {
  /** Undefined until the cell has told of an arm: it is the default one as far as anybody knows. */
  get current(): ArmModel | undefined {
    return current;
  },
  set(model: ArmModel): void {
    current = model;
    for (const listener of [...listeners]) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** The model of the arm that the cell drives; undefined for the default one. */
export function useArmModel(): ArmModel | undefined {
  return useSyncExternalStore(armModel.subscribe, () => armModel.current);
}
