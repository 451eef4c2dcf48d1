import {
  type ArmModel,
  createInverseKinematics,
  createKinematics,
  defaultArm,
  findShippedArm,
  type InverseKinematics,
  type Kinematics,
} from '@cellwright/arm';
import { useSyncExternalStore } from 'react';

/** The arm of the cell: the default one until the cell has said which it is. */
interface ArmTools {
  readonly model: ArmModel;
  readonly kinematics: Kinematics;
  readonly inverse: InverseKinematics;
}

const listeners = new Set<() => void>();
let arm = equip(defaultArm);

function equip(model: ArmModel): ArmTools {
  const kinematics = createKinematics(model);
  return { model, kinematics, inverse: createInverseKinematics(kinematics) };
}

export const robotArm = {
  get tools(): ArmTools {
    return arm;
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Takes the model that the cell tells of: one of the family by its name, any other by its URDF. */
  async take({ name, urdf }: { readonly name: string; readonly urdf: string }): Promise<void> {
    if (name === arm.model.name) return;
    // What reads URDF is large, and few cells have an arm that is not of the family.
    const model = findShippedArm(name) ?? (await import('./read-arm.ts')).readArm(urdf);
    if (!model) return;
    arm = equip(model);
    for (const listener of [...listeners]) listener();
  },
};

/** The model of the arm that the cell drives. */
export function useArmModel(): ArmModel {
  return useSyncExternalStore(robotArm.subscribe, () => arm.model);
}
