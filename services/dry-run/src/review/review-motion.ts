import { proofMessages } from '@cellwright/domain/runner-socket';
import type { ProgramStep } from '@cellwright/steps/framework';
import type { StepMotions } from '../play/step-motions.ts';
import type { Findings } from './findings.ts';

/** Below this the joints turn several times as fast as usual for the same motion of the tool; without unit. */
const nearSingularityBelow = 0.02;
/** An obstacle that is passed closer than this could be touched by an arm that is a little off, m. */
const littleClearanceBelow = 0.005;

export interface MotionReview {
  readonly steps: readonly ProgramStep[];
  readonly motions: StepMotions;
  readonly warnings: readonly { readonly stepID: string; readonly text: string }[];
  readonly findings: Findings;
}

/** Reports moves close to a singularity or an obstacle, and moves that do not go straight. */
export function reviewMotion({ steps, motions, warnings, findings }: MotionReview): void {
  const parents = new Set(steps.map(({ parentID }) => parentID));
  for (const step of steps) {
    const motion = motions.find(step.id);
    // A move with waypoints has the worst of their values, and they report it themselves.
    if (!motion || parents.has(step.id)) continue;
    const { singularity, fromObstacles: clearance } = motion;
    if (singularity < nearSingularityBelow) {
      findings.say('nearSingularity', step, proofMessages.nearSingularity(singularity), {
        values: [{ name: 'smallestSingularValue', value: singularity, unit: '' }],
      });
    }
    if (clearance && clearance.meters < littleClearanceBelow) {
      findings.say('littleClearance', step, proofMessages.littleClearance(clearance), {
        values: [{ name: 'clearance', value: clearance.meters, unit: 'm' }],
      });
    }
  }
  for (const { stepID, text } of warnings) {
    const step = steps.find(({ id }) => id === stepID);
    findings.say('detour', step, proofMessages.detour(text));
  }
}
