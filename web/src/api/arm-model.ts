import type { ArmModel } from '@cellwright/arm';
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let current: ArmModel | undefined;

/** Model of the cell's arm, without the kinematics: the first screen needs only this. */
export const armModel = {
  /** Undefined until the cell has sent its arm; callers then assume the default arm. */
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

/** Returns the model of the cell's arm; undefined for the default one. */
export function useArmModel(): ArmModel | undefined {
  return useSyncExternalStore(armModel.subscribe, () => armModel.current);
}
