import { type ArmModel, loadUrdf } from '@cellwright/arm';

/** Undefined for what the cell itself could not have read. */
export function readArm(urdf: string): ArmModel | undefined {
  const result = loadUrdf(urdf);
  return result.ok ? result.model : undefined;
}
