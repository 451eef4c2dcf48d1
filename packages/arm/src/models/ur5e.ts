import { armFromDh } from '../model/dh.ts';

/** A UR5e from its published standard DH parameters (nominal, not calibrated). */
export const ur5e = buildUr5e();

function buildUr5e() {
  const result = armFromDh({
    name: 'ur5e',
    a: [0, -0.425, -0.3922, 0, 0, 0],
    d: [0.1625, 0, 0, 0.1333, 0.0997, 0.0996],
    alpha: [Math.PI / 2, 0, 0, Math.PI / 2, -Math.PI / 2, 0],
  });
  if (!result.ok) throw new TypeError(result.error);
  return result.value;
}
