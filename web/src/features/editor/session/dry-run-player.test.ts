import { type ProofFinding, type ProofRecording, type ProofReport, proofReportSchema } from '@cellwright/domain/run';
import { describe, expect, it } from 'vitest';
import { createDryRunPlayer, markRecording } from './dry-run-player.ts';

const base = { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };
const recording: ProofRecording = {
  seconds: 4,
  places: [
    [0, 0, 0, 0, 0, 0, 0],
    [2, 1, 0, 0, 0, 0, 0],
    [4, 1, 0, 0, 0, 0, 0],
  ],
  steps: [
    { at: 0.5, stepID: 'turn' },
    { at: 2, stepID: 'wait' },
    { at: 4, stepID: null },
  ],
  bases: [
    { at: 0, base },
    { at: 3, base: { ...base, z: 0.5 } },
  ],
  fingers: [],
  findings: [],
};
const seconds = { durationSeconds: 4, planningSeconds: 0, movingSeconds: 0, deviceSeconds: 0, waitingSeconds: 0 };

function reportOf(found: readonly (readonly [ProofFinding['severity'], number | null])[]): ProofReport {
  return proofReportSchema.parse({
    ...{ routineID: 'routine_1', routineVersion: 1, routineName: 'Test', outcome: 'completed', computedSeconds: 1 },
    findings: found.map(([severity], index) => {
      return { kind: 'detour', severity, stepID: 'turn', stepPath: '1', message: `${index}`, values: [] };
    }),
    steps: [],
    totals: {
      ...seconds,
      ...{ cycleTimeSeconds: 4, cycleCount: 0, distanceMeters: 0, leastClearance: null },
      ...{ planCount: 0, reusedPlanCount: 0 },
    },
    recording: { ...recording, findings: found.map(([, at]) => at) },
  });
}

describe('The player of a dry run', () => {
  it('shows the arm, the step and the base at any instant', () => {
    const { replay, peek } = createDryRunPlayer(recording);
    expect(replay).toEqual({ from: 0, to: 4 });
    const told = [0, 1, 2.5, 3, 4].map((at) => {
      const instant = peek(at);
      return [instant?.joints?.[0], instant?.state.stepID, instant?.state.base?.z];
    });
    expect(told).toEqual([
      [0, null, 0],
      [0.5, 'turn', 0],
      [1, 'wait', 0],
      [1, 'wait', 0.5],
      [1, null, 0.5],
    ]);
  });

  it('shows the fingers at any instant, before their first use as that finds them', () => {
    const fingers = [
      { at: 1, widths: { gripper_1: 0.08 } },
      { at: 2, widths: { gripper_1: 0.04 } },
    ];
    const { peek } = createDryRunPlayer({ ...recording, fingers });
    expect([0, 1.5, 2, 4].map((at) => peek(at)?.state.fingerWidths?.gripper_1)).toEqual([0.08, 0.08, 0.04, 0.04]);
  });

  it('has one state object from one change to the next, so that nothing is drawn in vain', () => {
    const { peek } = createDryRunPlayer(recording);
    expect(peek(0.6)?.state).toBe(peek(1.9)?.state);
    expect(peek(1.9)?.state).not.toBe(peek(2)?.state);
  });
});

describe('markRecording', () => {
  it('marks steps and findings in order, one mark for each instant, without notes', () => {
    const report = reportOf([
      ['warning', 2],
      ['error', 2],
      ['note', 3],
      ['warning', null],
      ['warning', 3.5],
      ['warning', 4],
    ]);
    expect(markRecording(report)).toEqual([
      { at: 0.5, kind: 'step' },
      { at: 2, kind: 'trouble' },
      { at: 3.5, kind: 'warning' },
      { at: 4, kind: 'warning' },
    ]);
  });

  it('returns none without a recording', () => {
    expect(markRecording({ ...reportOf([['error', 1]]), recording: undefined })).toEqual([]);
  });
});
