import {
  type ArmModel,
  createInverseKinematics,
  createKinematics,
  defaultArm,
  findShippedArm,
  type InverseKinematics,
  type Kinematics,
} from '@cellwright/arm';
import { armModel } from './arm-model.ts';

/** Kinematics of the cell's arm; of the default arm until the cell has reported its own. */
interface ArmTools {
  readonly model: ArmModel;
  readonly kinematics: Kinematics;
  readonly inverse: InverseKinematics;
}

let tools: ArmTools | undefined;

function equip(model: ArmModel): ArmTools {
  const kinematics = createKinematics(model);
  return { model, kinematics, inverse: createInverseKinematics(kinematics) };
}

export const robotArm = {
  get tools(): ArmTools {
    const model = armModel.current ?? defaultArm;
    if (tools?.model !== model) tools = equip(model);
    return tools;
  },
  /** Takes the arm that the cell reports: one of the family by its name, any other by its URDF. */
  async take({ name, urdf }: { readonly name: string; readonly urdf: string }): Promise<void> {
    if (name === this.tools.model.name) return;
    // The URDF reader is large, and few cells have an arm outside the family.
    const model = findShippedArm(name) ?? (await import('./read-arm.ts')).readArm(urdf);
    if (model) armModel.set(model);
  },
};
