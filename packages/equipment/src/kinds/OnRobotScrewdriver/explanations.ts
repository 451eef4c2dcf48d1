import type { ScrewResult } from '../../capabilities/screwdriver.ts';

/** Messages for the operator about a command that failed on the device. */
export const explanations: Readonly<Record<Exclude<ScrewResult, 'none'>, string>> = {
  unknownCommand: 'The screwdriver does not know the command; check its firmware',
  notScrewingIn: 'The screw does not go in; check the screw, the hole and the bit',
  torqueTimeout: 'The torque was not reached in time; check the thread and the screw length',
  torqueExceededEarly: 'The torque was reached before the screw was in; check the thread and the screw length',
  cannotLoosen: 'The screw cannot be loosened; it may be stuck or its head worn',
  shankAtEnd: 'The shank reached its end; begin nearer to the screw or farther from it',
  shankObstructed: 'Something is in the way of the shank; clear it before continuing',
};
