import { createStateReplica, hashState, type PatchOperation } from '@cellwright/domain/run';
import type { StatePatch } from '@cellwright/domain/runner-socket';
import { VirtualClock } from '@cellwright/testkit';
import fc from 'fast-check';
import { apply } from 'mutative';
import { describe, expect, it } from 'vitest';
import { createInitialState } from './initial-state.ts';
import { StateStore } from './state-store.ts';

function startStore() {
  const clock = new VirtualClock();
  const patches: StatePatch[] = [];
  const initial = createInitialState('simulated', false);
  const store = new StateStore(initial, clock, (patch) => patches.push(patch));
  return { clock, patches, store, initial };
}

/** Applies a patch like a client. */
function applyPatch(state: object, patch: readonly PatchOperation[]): object {
  return apply(state, patch as Parameters<typeof apply>[1]);
}

describe('the state of a session that nothing follows', () => {
  it('contains direct and collected changes, without patches', async () => {
    const clock = new VirtualClock();
    const store = new StateStore(createInitialState('simulated', false), clock, undefined);
    store.begin(0);
    store.update((state) => {
      state.stopEpoch = 7;
    });
    store.contributeLater((state, putStep) => {
      state.brakes = 'disengaged';
      putStep('step_1', { state: 'playing', variables: {} });
    });
    await clock.advance(10);
    expect(store.state).toMatchObject({ stopEpoch: 7, brakes: 'disengaged', steps: { step_1: { state: 'playing' } } });
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('the state of a session', () => {
  it('sends the changes of one command as one patch with the next seq and the hash after it', async () => {
    const { clock, patches, store, initial } = startStore();
    store.update((state) => {
      state.kind = 'Idle';
      state.brakes = 'disengaged';
    });
    store.update((state) => {
      state.stopEpoch = 7;
    });
    expect(store.state.stopEpoch).toBe(7);
    await clock.advance(0);
    expect(patches).toHaveLength(1);
    expect(patches[0]).toMatchObject({ kind: 'patch', seq: 1, hash: hashState(store.state) });
    expect(applyPatch(initial, patches[0]?.patch ?? [])).toEqual(store.state);
  });

  it('sends at most one patch every 10 ms', async () => {
    const { clock, patches, store } = startStore();
    for (let index = 1; index <= 100; index++) {
      store.update((state) => {
        state.stopEpoch = index;
      });
      await clock.advance(1);
    }
    await clock.advance(20);
    expect(patches.length).toBeLessThanOrEqual(12);
    expect(store.snapshot()).toMatchObject({ seq: patches.length, state: { stopEpoch: 100 } });
  });

  it('sends nothing when nothing changed', async () => {
    const { clock, patches, store } = startStore();
    store.update((state) => {
      state.isPaused = false;
    });
    await clock.advance(100);
    expect(patches).toEqual([]);
  });

  it('regularly sends the newest sequence number, so that a replica detects a lost patch within a second', async () => {
    const { clock, patches, store } = startStore();
    const replica = createStateReplica();
    replica.reset(store.snapshot());
    store.begin(0);
    store.update((state) => {
      state.kind = 'Idle';
    });
    await clock.advance(0);
    const lost = patches.splice(0);
    expect(lost).toHaveLength(1);
    await clock.advance(1000);
    expect(patches.map(({ seq, hash, patch }) => ({ seq, hash, patch }))).toContainEqual({
      seq: 1,
      hash: hashState(store.state),
      patch: [],
    });
    expect(patches.map((patch) => replica.apply(patch))).toContain('mismatch');
    replica.reset(store.snapshot());
    const before = patches.length;
    await clock.advance(3000);
    expect(patches.slice(before).map((patch) => replica.apply(patch))).toEqual(['stale', 'stale', 'stale', 'stale']);
    store.close();
    const end = patches.length;
    await clock.advance(2000);
    expect(patches).toHaveLength(end);
  });

  it('sends it every 500 ms together with other timers', async () => {
    const { clock, store, patches } = startStore();
    store.begin(0);
    for (let ms = 0; ms < 3000; ms += 100) {
      await clock.advance(100);
      store.markIfDue();
    }
    store.close();
    expect(patches).toHaveLength(6);
  });

  it('begins above the numbers of an earlier runner, so that its replicas see that they are behind', async () => {
    const former = startStore();
    for (let index = 0; index < 100; index++) {
      former.store.update((state) => {
        state.stopEpoch += 1;
      });
      former.store.flush();
    }
    const replica = createStateReplica();
    replica.reset(former.store.snapshot());
    const { clock, patches, store } = startStore();
    store.begin(1000);
    store.update((state) => {
      state.kind = 'Idle';
    });
    await clock.advance(0);
    expect(patches.map((patch) => replica.apply(patch))).toEqual(['mismatch']);
  });

  it('puts collected changes into the next patch, and into a snapshot before it', async () => {
    const { clock, patches, store } = startStore();
    store.contributeLater((_state, putStep) => putStep('step_1', { state: 'playing', variables: {} }));
    const snapshot = store.snapshot();
    expect(snapshot.state.steps).toEqual({ step_1: { state: 'playing', variables: {} } });
    await clock.advance(100);
    expect(patches.map(({ seq }) => seq)).toEqual([snapshot.seq]);
  });

  it('leaves a snapshot as it was when steps change later', () => {
    const { store } = startStore();
    const put = (state: 'playing' | 'stopped') =>
      store.contributeLater((_state, putStep) => putStep('step_1', { state, variables: {} }));
    put('playing');
    const snapshot = store.snapshot();
    put('stopped');
    expect(store.current().steps).toEqual({ step_1: { state: 'stopped', variables: {} } });
    expect(hashState(snapshot.state)).toBe(snapshot.hash);
  });

  it('has the hash that a client computes from scratch, after any change, empty objects included', async () => {
    const key = fc.constantFrom('a', 'b', 'a/b', '~c', '');
    const change = fc.oneof(
      fc.record({ what: fc.constant('io' as const), key, level: fc.constantFrom('high' as const, 'low' as const) }),
      fc.record({ what: fc.constant('dropIo' as const), key }),
      fc.record({ what: fc.constant('step' as const), key, name: key, value: fc.integer() }),
      fc.record({ what: fc.constant('putStep' as const), key, name: key, value: fc.integer() }),
      fc.record({ what: fc.constant('clearSteps' as const) }),
      fc.record({ what: fc.constant('failure' as const), isSet: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 12 }), async (rounds) => {
        const { patches, store, initial } = startStore();
        for (const changes of rounds) {
          for (const one of changes) {
            if (one.what === 'putStep') {
              const entry = { state: 'stopped' as const, variables: { [one.name]: one.value } };
              store.contributeLater((_state, putStep) => putStep(one.key, entry));
            }
            store.update((state) => {
              if (one.what === 'io') state.io[one.key] = one.level;
              if (one.what === 'dropIo') delete state.io[one.key];
              if (one.what === 'step')
                state.steps[one.key] = { state: 'playing', variables: { [one.name]: one.value } };
              if (one.what === 'clearSteps') state.steps = {};
              if (one.what === 'failure') {
                state.failure = one.isSet
                  ? { kind: 'IOFailure', reason: 'because', recoveryKind: 'Recoverable' }
                  : null;
              }
            });
          }
          store.flush();
        }
        let replica: object = initial;
        for (const { patch, hash } of patches) {
          replica = applyPatch(replica, patch);
          expect(hash).toBe(hashState(replica));
        }
        expect(replica).toEqual(store.state);
      }),
      { numRuns: 200 },
    );
  });
});
