import type { JointAngles } from '@cellwright/domain/robot';
import { parseRoutine } from '@cellwright/domain/routine';
import type { ProofFinding } from '@cellwright/domain/run';
import { describe, expect, it } from 'vitest';
import { toolPoseOf } from '../../../api/tool-pose.ts';
import { findWorst } from '../session/worst-findings.ts';
import { markFindings, maxMarks } from './mark-findings.ts';

const joints: JointAngles = [0, 0.2, 1.5, 0, 1.5, 0];
const poseOfJoints = (angles: JointAngles) => toolPoseOf(angles, undefined);

function routineOf(ids: readonly string[]) {
  const parsed = parseRoutine({
    id: 'r',
    name: 'R',
    steps: [
      { id: 'm', stepKind: 'MoveArmToV2', steps: ids.map((id) => ({ id, stepKind: 'Waypoint' })) },
      { id: 'wait', stepKind: 'Wait' },
    ],
    stepConfigurations: {
      m: { stepKind: 'MoveArmToV2', args: {} },
      wait: { stepKind: 'Wait', args: { milliseconds: 100 } },
      ...Object.fromEntries(ids.map((id) => [id, { stepKind: 'Waypoint', args: { target: { jointAngles: joints } } }])),
    },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

const find = (stepID: string, severity: ProofFinding['severity'], stepPath: string): ProofFinding => ({
  kind: 'littleClearance',
  severity,
  stepID,
  stepPath,
  message: 'close to the fence',
  values: [],
});
const mark = (ids: readonly string[], findings: readonly ProofFinding[]) =>
  markFindings({
    routine: routineOf(ids),
    worstByStep: findWorst(findings),
    items: [],
    armBase: undefined,
    poseOfJoints,
  });

describe('The findings of a dry run in the picture', () => {
  it('appear at the targets of their steps, errors first', () => {
    const marks = mark(['a', 'b'], [find('a', 'warning', '1.1'), find('b', 'error', '1.2')]);
    expect(marks.map(({ name, finding }) => [name, finding])).toEqual([
      ['1.2', 'error'],
      ['1.1', 'warning'],
    ]);
    expect(marks[0]?.pose).toEqual(poseOfJoints(joints));
  });

  it('omit notes, and steps without a target', () => {
    expect(mark(['a'], [find('a', 'note', '1.1'), find('wait', 'error', '2')])).toEqual([]);
  });

  it('have a maximum that keeps the errors', () => {
    const ids = Array.from({ length: maxMarks + 5 }, (_, index) => `s${index}`);
    const marks = mark(
      ids,
      ids.map((id, index) => find(id, index === ids.length - 1 ? 'error' : 'warning', `1.${index}`)),
    );
    expect(marks).toHaveLength(maxMarks);
    expect(marks[0]?.finding).toBe('error');
  });
});
