import type { JointAngles } from '@cellwright/domain/robot';
import {
  createReplayCursor,
  partsFor,
  type ReplayRecord,
  type RobotSessionState,
  replayRecordSchema,
} from '@cellwright/domain/run';
import { VirtualClock } from '@cellwright/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInitialState } from '../state/initial-state.ts';
import { StateStore } from '../state/state-store.ts';
import type { RecordedPart } from './part-writer.ts';
import { RunRecorder } from './run-recorder.ts';

function startRecorder({ takes = () => true }: { readonly takes?: (part: RecordedPart) => boolean } = {}) {
  const clock = new VirtualClock();
  const written: RecordedPart[] = [];
  const writer = {
    add: (part: RecordedPart) => takes(part) && written.push(part) > 0,
    close: async () => {},
  };
  const recorder = new RunRecorder({ writer, clock });
  const store = new StateStore(createInitialState('simulated', false), clock, (patch) =>
    recorder.notePatch(store.state, patch),
  );
  const setRun = (id: string, status: 'running' | 'completed') => {
    store.update((state) => {
      state.run = {
        ...{ id, status, startedAt: clock.wallNow().toISOString(), currentStepID: null, currentStepPath: null },
        ...{ cycleCount: 0, isStoppingAfterCycle: false, pauseReason: null, waitingFor: null, isInterrupted: false },
        ...{ cycleTimeSeconds: null, distanceMeters: 0 },
      };
    });
    store.flush();
  };
  return { clock, recorder, store, setRun, written };
}

const recordOf = ({ text }: RecordedPart): ReplayRecord => replayRecordSchema.parse(JSON.parse(text));

/** The run at an instant, from what was written. */
function momentOf(written: readonly RecordedPart[], at: number) {
  const needed = partsFor(written, at).map(({ index }) => written.find((part) => part.index === index));
  return createReplayCursor(needed.flatMap((part) => (part ? [recordOf(part)] : [])))?.seek(at);
}

describe('the recording of a run', () => {
  it('shows every instant as clients saw it then', async () => {
    const change = fc.record({
      waitMS: fc.integer({ min: 11, max: 4000 }),
      step: fc.constantFrom('a', 'b', 'c~/d'),
      text: fc.string({ maxLength: 30 }),
      level: fc.constantFrom('high', 'low'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 40 }), async (changes) => {
        const { clock, recorder, store, setRun, written } = startRecorder();
        setRun('run_1', 'running');
        const seen: { at: number; state: RobotSessionState }[] = [];
        for (const { waitMS, step, text, level } of changes) {
          await clock.advance(waitMS);
          store.contributeLater((_state, putStep) => putStep(step, { state: 'playing', variables: { text } }));
          store.update((state) => {
            state.io['Output 1'] = level === 'high' ? 'high' : 'low';
            state.variables.v = { name: 'v', value: text, isGlobal: false };
          });
          store.flush();
          seen.push({ at: clock.now() / 1000, state: structuredClone(store.state) });
        }
        await recorder.close();
        for (const { at, state } of seen) expect(momentOf(written, at)?.state).toEqual(state);
      }),
      { numRuns: 40 },
    );
  });

  it('consists of parts of five seconds, and of none while nothing happens', async () => {
    const { clock, recorder, store, setRun, written } = startRecorder();
    setRun('run_1', 'running');
    await clock.advance(21_000);
    store.update((state) => {
      state.payload.mass = 2;
    });
    await clock.advance(5000);
    await recorder.close();
    expect(written.map(({ index, from, to }) => [index, from, Math.round(to)])).toEqual([
      [0, 0, 5],
      [1, 20, 25],
    ]);
    expect(momentOf(written, 20)?.state.payload.mass).toBe(0);
    expect(momentOf(written, 22)?.state.payload.mass).toBe(2);
  });

  it('reaches the store within a second while an arc burns, so that a crash in a seam keeps the log of the arc', async () => {
    const { clock, store, setRun, written } = startRecorder();
    setRun('run_1', 'running');
    const weldAt = async (currentActivity: string, arcCurrent: number) => {
      const variables = { currentActivity, arcVoltage: 17, arcCurrent, arcWireSpeed: 0.1 };
      store.contributeLater((_state, putStep) => putStep('weld', { state: 'playing', variables }));
      await clock.advance(200);
    };
    await weldAt('approaching', 0);
    for (let index = 1; index <= 21; index++) await weldAt('weaving', 100 + index);
    // The runner dies here, 4.4 s after the start.
    expect(written.map(({ to }) => Math.round(10 * to) / 10)).toEqual([1.2, 2.2, 3.2, 4.2]);
    expect(momentOf(written, 3.9)?.state.steps.weld).toMatchObject({ variables: { arcCurrent: 119 } });
  });

  it('continues for a second after the end, until the arm has stopped', async () => {
    const { clock, recorder, setRun, written } = startRecorder();
    setRun('run_1', 'running');
    await clock.advance(1000);
    setRun('run_1', 'completed');
    await clock.advance(400);
    recorder.noteMotion({ time: 7, positions: [1, 2, 3, 4, 5, 6] });
    await clock.advance(10_000);
    expect(written.map(({ index, to }) => [index, to])).toEqual([[0, 2]]);
    expect(momentOf(written, 2)).toMatchObject({ state: { run: { status: 'completed' } }, joints: [1, 2, 3, 4, 5, 6] });
  });

  it('stays separate from that of the next run, which may follow immediately', async () => {
    const { clock, recorder, setRun, written } = startRecorder();
    setRun('run_1', 'running');
    await clock.advance(100);
    setRun('run_1', 'completed');
    setRun('run_2', 'running');
    await clock.advance(100);
    await recorder.close();
    expect(written.map(({ runID, index, hasKeyframe }) => [runID, index, hasKeyframe])).toEqual([
      ['run_1', 0, true],
      ['run_2', 0, true],
    ]);
  });

  it('becomes complete again after a lost part', async () => {
    const { clock, recorder, store, setRun, written } = startRecorder({ takes: ({ index }) => index !== 1 });
    setRun('run_1', 'running');
    for (const mass of [1, 2, 3]) {
      await clock.advance(4999);
      store.update((state) => {
        state.payload.mass = mass;
      });
      await clock.advance(1);
    }
    await recorder.close();
    expect(momentOf(written, 4.9)?.state.payload.mass).toBe(0);
    expect(momentOf(written, 12)).toBeUndefined();
    expect(momentOf(written, 15)?.state.payload.mass).toBe(3);
  });

  it('restarts with the whole state when the changes have become long', async () => {
    const { clock, recorder, store, setRun, written } = startRecorder();
    setRun('run_1', 'running');
    for (let round = 0; round < 30; round++) {
      await clock.advance(100);
      store.update((state) => {
        state.variables.long = { name: 'long', value: `${round}${'x'.repeat(10_000)}`, isGlobal: false };
      });
    }
    await recorder.close();
    expect(written.filter(({ hasKeyframe }) => hasKeyframe).length).toBeGreaterThan(2);
    expect(momentOf(written, 2.05)?.state.variables.long?.value).toMatch(/^19x/);
  });
});

describe('the recorded position of the arm', () => {
  it('exists at every time of the controller, which has its own clock', async () => {
    const { clock, recorder, setRun, written } = startRecorder();
    setRun('run_1', 'running');
    const place = (at: number): JointAngles => [Math.sin(at), at, -at, 0, Math.cos(at), 1];
    for (let sample = 1; sample < 1000; sample++) {
      await clock.advance(8);
      const at = clock.now() / 1000;
      recorder.noteMotion({ time: 500 + at, positions: place(at) });
    }
    await recorder.close();
    for (let at = 0.1; at < 7.9; at += 0.037) {
      const joints = momentOf(written, at)?.joints ?? [];
      expect(Math.hypot(...joints.map((angle, joint) => angle - (place(at)[joint] ?? 0)))).toBeLessThan(5e-4);
    }
  });

  it('has the accuracy of a sample between two parts', async () => {
    const { clock, recorder, setRun, written } = startRecorder();
    setRun('run_1', 'running');
    for (let sample = 1; sample < 700; sample++) {
      await clock.advance(8);
      const at = clock.now() / 1000;
      recorder.noteMotion({ time: at, positions: [at, 0, 0, 0, 0, 0] });
    }
    await recorder.close();
    // The arm turns 8 mrad from one sample to the next.
    for (let at = 4.9; at < 5.3; at += 0.003) {
      expect(Math.abs((momentOf(written, at)?.joints?.[0] ?? 0) - at)).toBeLessThanOrEqual(0.0081);
    }
  });

  it('exists from the first instant if the controller sent states before the run', async () => {
    const { clock, recorder, store, setRun, written } = startRecorder();
    store.update((state) => {
      state.isControllerConnected = true;
    });
    recorder.noteMotion({ time: 900, positions: [1, 2, 3, 4, 5, 6] });
    await clock.advance(200);
    setRun('run_1', 'running');
    await clock.advance(100);
    await recorder.close();
    expect(momentOf(written, 0)?.joints).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('stays at the last state while the controller is silent, and continues after its restart', async () => {
    const { clock, recorder, setRun, written } = startRecorder();
    setRun('run_1', 'running');
    recorder.noteMotion({ time: 900, positions: [1, 1, 1, 1, 1, 1] });
    await clock.advance(3000);
    recorder.noteMotion({ time: 0.5, positions: [2, 2, 2, 2, 2, 2] });
    await clock.advance(100);
    await recorder.close();
    expect(momentOf(written, 2.9)?.joints?.[0]).toBeCloseTo(1, 6);
    expect(momentOf(written, 3.05)?.joints?.[0]).toBe(2);
  });
});
