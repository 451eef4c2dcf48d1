import { drawArm } from './arm-picture.ts';
import { drawBranches } from './branches-picture.ts';
import { drawCorner } from './corner-picture.ts';
import { drawDetour } from './detour-picture.ts';
import { drawEdge } from './edge-picture.ts';
import { drawProfiles } from './profile-picture.ts';
import { drawStop } from './stop-picture.ts';

/** A picture of docs/motion.md, drawn from what the code it explains has computed. */
export interface Picture {
  /** Below docs/pictures/. */
  readonly file: string;
  readonly draw: () => string;
}

export const pictures: readonly Picture[] = [
  { file: 'motion-arm.svg', draw: drawArm },
  { file: 'motion-branches.svg', draw: drawBranches },
  { file: 'motion-detour.svg', draw: drawDetour },
  { file: 'motion-edge.svg', draw: drawEdge },
  { file: 'motion-profile.svg', draw: drawProfiles },
  { file: 'motion-corner.svg', draw: drawCorner },
  { file: 'motion-stop.svg', draw: drawStop },
];
