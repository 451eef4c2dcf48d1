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
import { z } from 'zod';
import { http, session } from './session.ts';

/** The arm of the cell: the default one until the cell has said which it is. */
interface ArmTools {
  readonly model: ArmModel;
  readonly kinematics: Kinematics;
  readonly inverse: InverseKinematics;
}

const armSchema = z.object({ name: z.string(), urdf: z.string() });
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
  /** Takes the model that the cell tells of. A cell that does not answer is told by the screens. */
  async load(): Promise<void> {
    const told = await http.request('GET', '/api/v1/cell/robot-arm', { schema: armSchema }).catch(() => undefined);
    if (!told || told.name === arm.model.name) return;
    // What reads URDF is large, and few cells have an arm that is not of the family.
    const model = findShippedArm(told.name) ?? (await import('./read-arm.ts')).readArm(told.urdf);
    if (!model) return;
    arm = equip(model);
    for (const listener of [...listeners]) listener();
  },
};

/** The model of the arm that the cell drives. */
export function useArmModel(): ArmModel {
  return useSyncExternalStore(robotArm.subscribe, () => arm.model);
}

function loadWhenSignedIn(): void {
  if (session.isSignedIn) void robotArm.load();
}
session.subscribe(loadWhenSignedIn);
loadWhenSignedIn();
