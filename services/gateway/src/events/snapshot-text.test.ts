import { applyOperation, hashState, type PatchOperation } from '@cellwright/domain/run';
import type { StateSnapshot } from '@cellwright/domain/runner-socket';
import { createTurnBudget } from '@cellwright/service-kit';
import { idleSession } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { SnapshotText } from './snapshot-text.ts';

function snapshotOf(stepCount: number): StateSnapshot {
  const steps = Object.fromEntries(
    Array.from({ length: stepCount }, (_, index) => [
      `step_${index}`,
      { state: 'stopped' as const, variables: { round: index } },
    ]),
  );
  const state = { ...idleSession(), steps };
  return { kind: 'snapshot', seq: 3, hash: hashState(state), state };
}

describe('SnapshotText', () => {
  it('equals the result of JSON.stringify after every kind of patch', async () => {
    const snapshot = snapshotOf(3);
    const text = new SnapshotText();
    const expectSame = async () => expect(JSON.parse(await text.write(snapshot))).toEqual(snapshot);
    await expectSame();
    const value = { state: 'playing', variables: {} };
    const patches: PatchOperation[][] = [
      [{ op: 'replace', path: '/steps/step_1', value }],
      [{ op: 'replace', path: '/steps/step_0/state', value: 'playing' }],
      [{ op: 'add', path: '/steps/a~1b', value }],
      [{ op: 'remove', path: '/steps/step_1' }],
      [{ op: 'replace', path: '/brakes', value: 'disengaged' }],
      [
        { op: 'replace', path: '/steps', value: {} },
        { op: 'add', path: '/steps/x', value },
      ],
    ];
    for (const patch of patches) {
      text.note(patch);
      for (const operation of patch) applyOperation(snapshot, structuredClone(operation));
      await expectSame();
    }
  });

  it('writes a large state in several turns, and again only the steps that changed', async () => {
    let turns = 0;
    let now = 0;
    const budget = createTurnBudget({
      // Each check of the time is 2 ms later.
      now: () => {
        now += 2;
        return now;
      },
      nextTurn: (callback) => {
        turns++;
        setImmediate(callback);
      },
    });
    const snapshot = snapshotOf(4000);
    const text = new SnapshotText(budget);
    expect(JSON.parse(await text.write(snapshot))).toEqual(snapshot);
    expect(turns).toBeGreaterThan(3);
    let written = 0;
    for (const [id, entry] of Object.entries(snapshot.state.steps)) {
      const { state } = entry;
      const toJSON = () => {
        written++;
        return { state, variables: { id } };
      };
      Object.assign(entry, { toJSON });
    }
    text.note([{ op: 'replace', path: '/steps/step_9', value: null }]);
    await text.write(snapshot);
    expect(written).toBe(1);
  });
});
