import { type ProofRecording, proofRecordingLimits, proofRecordingSchema } from '@cellwright/domain/run';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Findings } from '../review/findings.ts';
import { at, fileOf, type PlannedStep, through } from '../testing/planted-steps.fixture.ts';
import { compileFile, deviceOf, gripperRecord, proveHere } from '../testing/proof.fixture.ts';
import { MotionRecord } from './motion-record.ts';

const origin = { x: 0, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 };
const turn = (angle: number): PlannedStep => ({
  kind: 'MoveArmToV2',
  args: { motionSpeed: 100 },
  steps: [{ kind: 'Waypoint', args: { target: { jointAngles: [angle, 0, Math.PI / 2, 0, -Math.PI / 2, 0] } } }],
});
const wait = (milliseconds: number): PlannedStep => ({ kind: 'Wait', args: { milliseconds } });
const proveSteps = (steps: readonly PlannedStep[], options: object = { recordsMotion: true }) =>
  proveHere(compileFile(fileOf({ steps })), { options });
const stepsOf = (recording: ProofRecording | undefined) => recording?.steps.map(({ stepID }) => stepID);

describe('the recording of a dry run', () => {
  it('contains the way of the arm, and the step that plays, on the clock of the routine', async () => {
    const { recording, totals } = await proveSteps([turn(0.5), wait(2000), turn(0)]);
    const { places = [], seconds = 0 } = proofRecordingSchema.parse(recording);
    expect(seconds).toBe(totals.durationSeconds);
    expect(places.every(([time = 0], index) => index === 0 || time > (places[index - 1]?.[0] ?? 0))).toBe(true);
    expect(places.at(-1)?.[0]).toBeLessThanOrEqual(seconds);
    const first = places.map(([, angle = 0]) => angle);
    expect(Math.max(...first)).toBeCloseTo(0.5, 3);
    expect(first.at(-1)).toBeCloseTo(0, 3);
    expect(stepsOf(recording)).toEqual(['step_1_1', 'step_2', 'step_3_1', null]);
    // While step 2 waits, the arm rests at the target of step 1.
    const waitAt = recording?.steps[1]?.at ?? 0;
    const resting = places.filter(([time = 0]) => time > waitAt && time < waitAt + 1.9).map(([, angle]) => angle);
    for (const angle of resting) expect(angle).toBeCloseTo(0.5, 3);
  });

  it('marks a finding at the start of its step, and the reason for the end at the end', async () => {
    const { findings, recording } = await proveSteps([wait(1000), turn(0.2), through(at(5, 0, 0.3))]);
    expect(findings.map(({ kind }) => kind)).toContain('unreachableTarget');
    const cause = findings.findIndex(({ kind }) => kind === 'unreachableTarget');
    expect(recording?.findings[cause]).toBe(recording?.seconds);
    const lamp = { kind: 'SetIO', args: { outputs: [{ kind: 'Output', port: 4, level: 'high' }] } };
    const left = await proveSteps([wait(1000), lamp]);
    expect(left.findings.map(({ kind }) => kind)).toEqual(['outputLeftOn']);
    expect(left.recording?.findings[0]).toBeCloseTo(1, 1);
  });

  it('contains the base that a lift moves', async () => {
    const column = deviceOf('Lift', 'equipment_lift', { name: 'Column', stroke: 700 });
    const steps = [{ kind: 'MoveVerticalLift', args: { target: 0.5 } }, turn(0.1)];
    const { recording } = await proveHere(compileFile(fileOf({ steps })), {
      options: { recordsMotion: true },
      equipment: [gripperRecord, column],
    });
    expect(recording?.bases[0]?.at).toBe(0);
    // Retracted, the column carries the base at 0.725 m.
    expect(recording?.bases.at(-1)?.base.z).toBeCloseTo(1.225, 3);
    expect(recording?.bases.at(-1)?.at).toBeGreaterThan(4);
  });

  it('contains the widths of the gripper while it closes', async () => {
    const close = { kind: 'ActuateGripper', args: { control: 'move', diameter: 0.04, force: 40 } };
    const { recording } = await proveSteps([wait(1000), close]);
    const widths = recording?.fingers.map(({ widths }) => widths[gripperRecord.id]) ?? [];
    expect(widths[0]).toBe(0.085);
    expect(widths.at(-1)).toBeCloseTo(0.04, 3);
    expect(recording?.fingers[0]?.at).toBeGreaterThanOrEqual(1);
  });

  it('exists only when it is wanted', async () => {
    expect(await proveSteps([turn(0.2)], {})).not.toHaveProperty('recording');
  });

  it('stays below its bounds for any duration, and keeps its ends', () => {
    const joints = (time: number) => Array.from({ length: 6 }, (_, joint) => Math.sin(time * (3 + joint)));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 15_000 }), fc.integer({ min: 30, max: 400 }), (count, periodMS) => {
        let now = 0;
        let stepID = '';
        const record = new MotionRecord({
          now: () => now,
          currentStep: () => ({ id: stepID, path: '1', stepKind: 'Wait', parentID: null, isDisabled: false, args: {} }),
          base: () => ({ ...origin, z: now }),
          fingerWidths: () => ({ gripper_1: now / 1000 }),
        });
        for (let index = 0; index < count; index++, now += periodMS) {
          stepID = `step_${index}`;
          record.noteStepStart(stepID);
          record.noteFingers();
          record.noteFrame({ q: joints(now / 1000) });
        }
        const seconds = now / 1000;
        const recording = record.describe({ seconds, findings: new Findings(), causes: [], steps: [] });
        expect(proofRecordingSchema.parse(recording)).toEqual(recording);
        expect(recording.places[0]?.[0]).toBe(0);
        // The newest place is at most one interval old, which doubles with the duration.
        const lastAt = recording.places.at(-1)?.[0] ?? 0;
        expect(seconds - lastAt).toBeLessThanOrEqual(0.4 + (4 * seconds) / proofRecordingLimits.places);
        expect(JSON.stringify(recording).length).toBeLessThan(1_000_000);
      }),
      { numRuns: 4 },
    );
  });
});
