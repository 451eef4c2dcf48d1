import { robots } from './robots.ts';

let isAllowed = false;

/** Setting of the cell: a tap of a finger starts the simulated robot. */
export const tapStart = {
  allow(isOn: boolean): void {
    isAllowed = isOn;
  },
  /** True if a tap starts the robot of this page. The live robot always needs a hold. */
  get isEnough(): boolean {
    return isAllowed && robots.kind === 'simulated';
  },
};
