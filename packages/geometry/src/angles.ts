/** One full turn in radians. */
export const fullTurn = 2 * Math.PI;

export function degreesToRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

export function radiansToDegrees(radians: number): number {
  return (radians * 180) / Math.PI;
}

/** Returns the same angle within (−π, π]. */
export function wrapAngle(radians: number): number {
  const wrapped = radians - fullTurn * Math.round(radians / fullTurn);
  return wrapped <= -Math.PI ? wrapped + fullTurn : wrapped;
}
