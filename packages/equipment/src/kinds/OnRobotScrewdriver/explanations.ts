import type { ScrewResult } from '../../capabilities/screwdriver.ts';

/** Messages for the operator about a command that failed on the device. */
export const explanations: Readonly<Record<Exclude<ScrewResult, 'none'>, string>> = {
  unknownCommand: 'The screwdriver does not know the command; check its firmware',
  notScrewingIn: 'The screw cannot be driven in; check the screw, the hole and the bit',
  torqueTimeout: 'The torque was not reached in time; check the thread and the screw length',
  torqueExceededEarly: 'The torque was reached before the screw was in; check the thread and the screw length',
  cannotLoosen: 'The screw cannot be loosened; it may be stuck or its head worn',
  shankAtEnd: 'The shank reached its end position; start closer to or farther from the screw',
  shankObstructed: 'The shank is blocked; remove the obstacle before continuing',
};
