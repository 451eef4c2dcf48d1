import { hashState, type PatchOperation } from '@cellwright/domain/run';
import { stateSnapshotSchema } from '@cellwright/domain/runner-socket';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFakeSession } from './fake-cell.fixture.ts';
import { createSessionReplica } from './session-replica.ts';

const stepIDs = Array.from({ length: 1000 }, (_, index) => `step_${index}`);
const entry = (state: 'playing' | 'stopped', round = 0) => ({ state, variables: { round } });

function startWithSteps() {
  const { state } = stateSnapshotSchema.parse(createFakeSession().snapshot());
  const steps = Object.fromEntries(stepIDs.map((id) => [id, entry('stopped')]));
  const replica = createSessionReplica();
  const whole = { ...state, steps };
  let hash = hashState(whole);
  let seq = 0;
  replica.reset({ seq, hash, state: whole });
  const shadow: Record<string, unknown> = { ...steps };
  const apply = (patch: PatchOperation[]) => {
    for (const operation of patch) {
      const id = operation.path.slice('/steps/'.length);
      if (Object.hasOwn(shadow, id)) hash = (hash - hashState(shadow[id], operation.path)) >>> 0;
      if (operation.op === 'remove') delete shadow[id];
      else {
        hash = (hash + hashState(operation.value, operation.path)) >>> 0;
        shadow[id] = operation.value;
      }
    }
    seq++;
    return replica.apply({ seq, hash, patch });
  };
  return { replica, apply, shadow };
}

describe('createSessionReplica', () => {
  it('leaves every returned state unchanged, with more steps than fit a page', () => {
    const { replica, apply, shadow } = startWithSteps();
    const first = replica.state;
    expect(apply([{ op: 'replace', path: '/steps/step_7', value: entry('playing', 1) }])).toBe('applied');
    const second = replica.state;
    expect(apply([{ op: 'remove', path: '/steps/step_8' }])).toBe('applied');
    expect(first?.steps.step_7).toEqual(entry('stopped'));
    expect(second?.steps.step_7).toEqual(entry('playing', 1));
    expect(second?.steps.step_8).toEqual(entry('stopped'));
    expect('step_8' in (replica.state?.steps ?? {})).toBe(false);
    expect(replica.state?.steps.step_9, 'what a patch left alone is the same object').toBe(first?.steps.step_9);
    expect(JSON.parse(JSON.stringify(replica.state?.steps))).toEqual(shadow);
  });

  it('behaves like a plain object under any sequence of changes', () => {
    const ids = fc.constantFrom(...stepIDs.slice(0, 20), 'new_1', 'new_2', 'toString');
    const edits = fc.array(fc.record({ id: ids, isRemoval: fc.boolean(), round: fc.nat(9) }), { maxLength: 10 });
    fc.assert(
      fc.property(fc.array(edits, { maxLength: 5 }), (patches) => {
        const { replica, apply, shadow } = startWithSteps();
        const removed = new Set<string>();
        for (const patch of patches) {
          const operations = patch.flatMap(({ id, isRemoval, round }): PatchOperation[] => {
            const path = `/steps/${id}`;
            if (!isRemoval) return [{ op: 'add', path, value: entry('playing', round) }];
            return stepIDs.includes(id) && !removed.has(id) && removed.add(id) ? [{ op: 'remove', path }] : [];
          });
          expect(apply(operations)).toBe('applied');
        }
        expect({ ...replica.state?.steps }).toEqual(shadow);
        expect(Object.keys(replica.state?.steps ?? {}).toSorted()).toEqual(Object.keys(shadow).toSorted());
      }),
      { numRuns: 20 },
    );
  });

  it('never enumerates a large object while it applies patches', () => {
    const { replica, apply } = startWithSteps();
    apply([{ op: 'replace', path: '/steps/step_1', value: entry('playing') }]);
    const { steps = {} } = replica.state ?? {};
    let listed = 0;
    const { ownKeys } = Reflect;
    const descriptor = Object.getOwnPropertyDescriptor(Object, 'keys');
    Object.defineProperty(Object, 'keys', {
      ...descriptor,
      value(object: object) {
        listed = Math.max(listed, ownKeys(object).length);
        return ownKeys(object).filter((key) => typeof key === 'string');
      },
    });
    try {
      for (let round = 1; round < 50; round++)
        apply([{ op: 'replace', path: `/steps/step_${round}`, value: entry('playing', round) }]);
    } finally {
      Object.defineProperty(Object, 'keys', descriptor ?? {});
    }
    expect(Object.keys(steps)).toHaveLength(stepIDs.length);
    expect(listed).toBeLessThan(100);
  });
});
