import { type ArmModel, loadUrdf } from '@cellwright/arm';

/** Returns the arm that a URDF describes; undefined for a URDF that the cell cannot read either. */
export function readArm(urdf: string): ArmModel | undefined {
  const result = loadUrdf(urdf);
  return result.ok ? result.value.model : undefined;
}
