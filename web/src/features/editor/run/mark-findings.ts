import type { JointAngles, WirePose } from '@cellwright/domain/robot';
import type { Routine } from '@cellwright/domain/routine';
import type { ProofFinding } from '@cellwright/domain/run';
import type { SpaceItem } from '@cellwright/domain/space';
import type { Pose } from '@cellwright/geometry';
import type { ArmPlace } from '../../../parts/arm-view/arm-view-props.ts';
import { argsOf } from '../../../parts/step-index.ts';
import { targetOf } from '../../../parts/target-of.ts';

/** Maximum of marks in one picture. */
export const maxMarks = 50;

interface MarkInput {
  readonly routine: Routine;
  /** Worst finding of each step. */
  readonly worstByStep: ReadonlyMap<string, ProofFinding>;
  readonly items: readonly SpaceItem[];
  readonly armBase: WirePose | undefined;
  poseOfJoints(joints: JointAngles): Pose;
}

/** Returns marks at the targets of the steps in which a dry run found errors or warnings, errors first. */
export function markFindings({ routine, worstByStep, items, armBase, poseOfJoints }: MarkInput): ArmPlace[] {
  const marks = [...worstByStep].flatMap(([stepID, { severity, stepPath }]): ArmPlace[] => {
    if (severity === 'note') return [];
    const position = targetOf(argsOf(routine, stepID), items, armBase);
    const pose = position && (position.pose ?? (position.jointAngles && poseOfJoints(position.jointAngles)));
    return pose ? [{ id: `finding ${stepID}`, name: stepPath ?? '', pose, finding: severity }] : [];
  });
  const rank = ({ finding }: ArmPlace) => (finding === 'error' ? 0 : 1);
  return marks.sort((one, other) => rank(one) - rank(other)).slice(0, maxMarks);
}
