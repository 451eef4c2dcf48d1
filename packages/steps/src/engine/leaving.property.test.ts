import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leaveLimitMS } from '../framework/index.ts';
import { type LeaveNote, type LeavingArgs, leavingKind } from '../testing/leaving-kinds.fixture.ts';
import { playback, type StepSketch, step } from '../testing/play.fixture.ts';

/** Time after which a stopped step is abandoned, ms. */
const abandonAfterMS = 1000;

const times = fc.constantFrom(0, 30, 200, 700);
const leaves = fc.record({
  leave: fc.constantFrom('completes', 'completes', 'fails', 'throws', 'ignoresTime'),
  leaveTakesMS: fc.constantFrom(0, 0, 100, 400, 600),
});
const leaf = fc.record({
  run: fc.constantFrom('completes', 'completes', 'completes', 'fails', 'throws', 'waits', 'ignoresStop'),
  takesMS: times,
  limitMS: fc.constantFrom(null, null, 300),
});

interface Node {
  readonly args: LeavingArgs;
  readonly children: readonly Node[];
}

const nodes: fc.Arbitrary<readonly Node[]> = fc.letrec<{ node: Node; list: readonly Node[] }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.tuple(leaf, leaves).map(([run, leave]) => ({ args: { ...run, ...leave }, children: [] })),
    fc
      .tuple(fc.constantFrom('playsInside', 'playsInside', 'playsBeside'), leaves, tie('list'))
      .map(([run, leave, children]) => ({ args: { run, ...leave }, children })),
  ),
  list: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
})).list;

type Incident = { readonly atMS: number; readonly kind: 'stop' | 'pause' | 'resume' };
const incidents = fc.array(
  fc.record<Incident>({
    atMS: fc.integer({ min: 0, max: 3000 }),
    kind: fc.constantFrom('stop', 'pause', 'resume'),
  }),
  { maxLength: 4 },
);

function sketch(of: readonly Node[], prefix = 's'): StepSketch[] {
  return of.map(({ args, children }, index) => {
    const id = `${prefix}.${index}`;
    return step('Leaving', args, sketch(children, id), { id });
  });
}

function depthOf(of: readonly Node[]): number {
  return of.length === 0 ? 0 : 1 + Math.max(...of.map(({ children }) => depthOf(children)));
}

/** Plays steps to their end, with stops and pauses in between. The last interruption is always a stop. */
async function playAll(of: readonly Node[], interrupted: readonly Incident[]) {
  const notes: LeaveNote[] = [];
  const run = playback(sketch(of), { findKind: (playing) => leavingKind(notes, playing.clock) });
  let endedAt = Number.POSITIVE_INFINITY;
  let stoppedAt = Number.POSITIVE_INFINITY;
  const played = run.play().finally(() => {
    endedAt = run.clock.now();
  });
  const last: Incident = { atMS: 5000, kind: 'stop' };
  for (const { atMS, kind } of [...interrupted, last].toSorted((one, other) => one.atMS - other.atMS)) {
    await run.clock.advance(Math.max(0, atMS - run.clock.now()));
    if (kind === 'stop') stoppedAt = Math.min(stoppedAt, run.clock.now());
    run.engine[kind]();
  }
  await run.finish(played);
  const starts = run.events.filter((event) => event.startsWith('start ')).map((event) => event.slice(6));
  return { notes, starts, afterStopMS: endedAt - stoppedAt };
}

describe('Leaving steps of any routine', () => {
  it('happens exactly once for each step that began, within its time limit', async () => {
    await fc.assert(
      fc.asyncProperty(nodes, incidents, async (of, interrupted) => {
        const { notes, starts, afterStopMS } = await playAll(of, interrupted);
        const left = notes.map(({ stepID }) => stepID);
        expect(left.toSorted()).toEqual(starts.toSorted());
        expect(notes.some(({ wasAborted }) => wasAborted)).toBe(false);
        const depth = depthOf(of);
        expect(afterStopMS).toBeLessThanOrEqual(depth * leaveLimitMS + abandonAfterMS);
      }),
      { numRuns: 300 },
    );
  });

  it('begins after the steps inside are left', async () => {
    await fc.assert(
      fc.asyncProperty(nodes, incidents, async (of, interrupted) => {
        const { notes } = await playAll(of, interrupted);
        const byID = new Map(notes.map((note) => [note.stepID, note]));
        for (const { outer, inner } of pairsInThread(of)) {
          const [first, second] = [byID.get(inner.id), byID.get(outer.id)];
          if (!first) continue;
          if (!second) throw new Error(`Step ${outer.id} was not left`);
          expect(second.at).toBeGreaterThanOrEqual(first.at + leaveMSOf(inner.args));
        }
      }),
      { numRuns: 300 },
    );
  });
});

interface Named {
  readonly id: string;
  readonly args: LeavingArgs;
}

/** Returns each step with each of the steps directly inside that play in its thread. */
function pairsInThread(of: readonly Node[], prefix = 's'): { readonly outer: Named; readonly inner: Named }[] {
  return of.flatMap(({ args, children }, index) => {
    const outer = { id: `${prefix}.${index}`, args };
    const inside = children.map((child, at) => ({ outer, inner: { id: `${outer.id}.${at}`, args: child.args } }));
    return [...(args.run === 'playsInside' ? inside : []), ...pairsInThread(children, outer.id)];
  });
}

/** Returns the time that leaving the step takes, ms. */
function leaveMSOf({ leave, leaveTakesMS = 0 }: LeavingArgs): number {
  return leave === 'ignoresTime' ? leaveLimitMS : Math.min(leaveTakesMS, leaveLimitMS);
}
