import type { JogCommand } from './jog-motion.ts';
import { toolSpeedOf, turnSpeedOf } from './tool-velocity.ts';

/** Share of the commanded speed below which the arm counts as stopped. */
const standingShare = 0.02;
/** Maximum deviation of the tool while one part of the command is zero, m/s and rad/s. */
const stray = { linear: 1e-4, angular: 1e-3 };
/** Time for starting or reversing, s; a longer standstill needs an explanation. */
const patience = 0.5;

/** Detects that an arm does not move although a jog commands it. */
export class HeldBack {
  private seconds = 0;

  reset(): void {
    this.seconds = 0;
  }

  /** @param velocities what the arm is given, rad/s, for the next `seconds` */
  notice(
    command: JogCommand | undefined,
    velocities: readonly number[],
    jacobian: Float64Array,
    seconds: number,
  ): boolean {
    this.seconds = command && stands(command, velocities, jacobian) ? this.seconds + seconds : 0;
    return this.seconds >= patience;
  }
}

function stands(command: JogCommand, velocities: readonly number[], jacobian: Float64Array): boolean {
  if (command.jogKind === 'joint') {
    const [wanted, given] = [command.velocities, velocities].map((each) => Math.max(...each.map(Math.abs)));
    return wanted !== undefined && wanted > 0 && (given ?? 0) <= wanted * standingShare;
  }
  const [linear, angular] = [Math.hypot(...command.linear), Math.hypot(...command.angular)];
  if (linear === 0 && angular === 0) return false;
  return (
    toolSpeedOf(jacobian, velocities) <= Math.max(linear * standingShare, stray.linear) &&
    turnSpeedOf(jacobian, velocities) <= Math.max(angular * standingShare, stray.angular)
  );
}
