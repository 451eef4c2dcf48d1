import type { Expression } from '@cellwright/domain/routine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Playback, type PlayOptions, playback, type StepSketch, step } from '../testing/play.fixture.ts';
import type { Breakpoint, GoOn } from './types.ts';

function wait(id: string, milliseconds = 100): StepSketch {
  return step('Wait', { milliseconds }, [], { id });
}
function loop(id: string, children: readonly StepSketch[], times = 2): StepSketch {
  return step('Loop', { times }, children, { id });
}
function beside(id: string, children: readonly StepSketch[]): StepSketch {
  return step('RunInBackground', {}, children, { id });
}
function move(id: string, ...waypoints: readonly string[]): StepSketch {
  const target = { jointAngles: [0, 0, 0, 0, 0, 0] };
  return step(
    'MoveArmToV2',
    {},
    waypoints.map((name) => step('Waypoint', { target }, [], { id: name })),
    { id },
  );
}
const before = (stepID: string, condition?: Expression): Breakpoint => ({ stepID, when: 'before', condition });
const after = (stepID: string): Breakpoint => ({ stepID, when: 'after' });
const is = (variableID: string, value: number): Expression => ({
  kind: 'conditional',
  operator: '==',
  left: { kind: 'variable', variableID },
  right: { kind: 'constant', value },
});

/** Plays a run until it halts; the returned functions continue it. */
function debugged(sketches: readonly StepSketch[], breakpoints: readonly Breakpoint[], options: PlayOptions = {}) {
  const run = playback(sketches, options);
  run.engine.setBreakpoints(breakpoints);
  const result = run.play();
  const settle = async () => {
    await run.clock.advance(10_000);
    return run.engine.isPaused ? whereOf(run) : 'not halted';
  };
  const goOn = (how: GoOn = { kind: 'continue' }) => {
    run.engine.resume(how);
    return settle();
  };
  return { run, result, settle, goOn };
}

function whereOf({ halts }: Playback): string {
  const halt = halts.at(-1);
  return halt === undefined ? 'paused' : `${halt.reason} ${halt.when} ${halt.step.id}`;
}

const started = (run: Playback) => run.events.filter((event) => event.startsWith('start')).map((text) => text.slice(6));

describe('Breakpoints', () => {
  it('halt before and after a step and let the run continue', async () => {
    const { run, result, settle, goOn } = debugged([wait('a'), wait('b'), wait('c')], [before('b'), after('b')]);
    expect(await settle()).toBe('breakpoint before b');
    expect(started(run)).toEqual(['a']);
    expect(await goOn()).toBe('breakpoint after b');
    expect(run.events.at(-2)).toBe('end b completed');
    expect(started(run)).toEqual(['a', 'b']);
    expect(await goOn()).toBe('not halted');
    expect(await result).toEqual({ kind: 'completed' });
    expect(started(run)).toEqual(['a', 'b', 'c']);
  });

  it('stop the clock of the run, so that waits do not progress', async () => {
    const { run, settle, goOn } = debugged(
      [beside('beside', [wait('long', 1000)]), wait('a'), wait('b')],
      [before('b')],
    );
    expect(await settle()).toBe('breakpoint before b');
    await run.clock.advance(60_000);
    expect(run.events).not.toContain('end long completed');
    await goOn();
    expect(run.events).toContain('end long stopped');
  });

  it('halt in every iteration of a loop, but only if their condition is true', async () => {
    const plain = debugged([loop('loop', [wait('a')], 3)], [before('a')]);
    expect(await plain.settle()).toBe('breakpoint before a');
    await plain.goOn();
    await plain.goOn();
    expect(started(plain.run)).toEqual(['loop', 'a', 'a']);
    const done: Expression = { kind: 'stateVariable', stepID: 'loop', variable: 'completedCount' };
    const second: Expression = {
      kind: 'conditional',
      operator: '==',
      left: done,
      right: { kind: 'constant', value: 1 },
    };
    const conditional = debugged([loop('loop', [wait('a')], 3)], [before('a', second)]);
    expect(await conditional.settle()).toBe('breakpoint before a');
    expect(started(conditional.run)).toEqual(['loop', 'a']);
    expect(await conditional.goOn()).toBe('not halted');
  });

  it('halt when their condition cannot be evaluated and report the reason', async () => {
    const { run, settle } = debugged([wait('a')], [before('a', is('gone', 1))]);
    expect(await settle()).toBe('breakpoint before a');
    expect(run.halts[0]?.problem).toBe('Unknown variable id gone');
  });

  it('can be set and removed while the run is paused', async () => {
    const { run, settle, goOn } = debugged([wait('a'), wait('b'), wait('c')], [before('a')]);
    expect(await settle()).toBe('breakpoint before a');
    run.engine.setBreakpoints([before('c')]);
    expect(await goOn()).toBe('breakpoint before c');
  });

  it('allow a stop while the run is halted', async () => {
    const { run, result, settle } = debugged([wait('a'), wait('b')], [after('a')]);
    expect(await settle()).toBe('breakpoint after a');
    run.engine.stop();
    expect(await result).toEqual({ kind: 'stopped' });
    expect(started(run)).toEqual(['a']);
  });

  it('pause a move at its waypoints', async () => {
    for (const breakpoint of [before('w2'), after('w2'), before('w2', is('gone', 1))]) {
      const { run, settle, goOn } = debugged([move('m', 'w1', 'w2'), wait('b')], [breakpoint]);
      expect(await settle()).toBe(`breakpoint ${breakpoint.when} w2`);
      expect(started(run)).not.toContain('b');
      expect(await goOn()).toBe('not halted');
    }
  });

  it('pause a move at the waypoint that the run continues to', async () => {
    const { settle, goOn } = debugged([move('m', 'w1', 'w2'), wait('b')], [], {
      goOn: { kind: 'runTo', stepID: 'w2' },
    });
    expect(await settle()).toBe('runTo before w2');
    expect(await goOn({ kind: 'stepOver' })).toBe('step before b');
  });

  it('split moves that would otherwise be one motion', async () => {
    const target = { jointAngles: [0, 0, 0, 0, 0, 0] };
    const moveTo = (id: string) => step('MoveArmTo', { motionKind: 'joint', target, isWaypoint: true }, [], { id });
    const { run, settle } = debugged([moveTo('a'), moveTo('b')], [before('b')]);
    expect(await settle()).toBe('breakpoint before b');
    expect(started(run)).toEqual(['a']);
    expect(run.cell.actions).toEqual(['reach a']);
  });
});

describe('Breakpoints in the background', () => {
  const routine = [beside('beside', [wait('x', 150), wait('y', 150)]), wait('a', 100), wait('b', 1000)];

  it('pause the whole run and report the thread', async () => {
    const { run, settle, goOn } = debugged(routine, [before('y')]);
    expect(await settle()).toBe('breakpoint before y');
    expect(run.halts[0]).toMatchObject({ thread: 'beside' });
    await run.clock.advance(60_000);
    expect(run.events).not.toContain('end b completed');
    expect(await goOn()).toBe('not halted');
    expect(run.events).toContain('end y completed');
  });

  it('halt one after the other when several are reached at once', async () => {
    const both = [beside('beside', [wait('x', 100), wait('y', 100)]), wait('a', 100), wait('b', 1000)];
    const { run, settle, goOn } = debugged(both, [before('y'), before('b')]);
    await settle();
    await goOn();
    expect(run.halts.map(({ step: { id } }) => id).sort()).toEqual(['b', 'y']);
    expect(await goOn()).toBe('not halted');
  });

  it('step in the thread that halted, then in the routine when that thread has ended', async () => {
    const { settle, goOn } = debugged(routine, [before('x')]);
    expect(await settle()).toBe('breakpoint before x');
    expect(await goOn({ kind: 'stepOver' })).toBe('step before y');
    expect(await goOn({ kind: 'stepOver' })).toBe('not halted');
    const longer = debugged([beside('beside', [wait('x', 50)]), wait('a'), wait('b')], [before('x')]);
    await longer.settle();
    expect(await longer.goOn({ kind: 'stepOver' })).toBe('step before b');
  });
});

describe('Stepping', () => {
  const routine = [wait('a'), loop('loop', [wait('b'), wait('c')]), wait('d')];

  it('starts before the first step', async () => {
    const { run, settle } = debugged(routine, [], { goOn: { kind: 'stepInto' } });
    expect(await settle()).toBe('step before a');
    expect(started(run)).toEqual([]);
  });

  it('steps over the steps inside', async () => {
    const { run, settle, goOn } = debugged(routine, [before('loop')]);
    await settle();
    expect(await goOn({ kind: 'stepOver' })).toBe('step before d');
    expect(started(run)).toEqual(['a', 'loop', 'b', 'c', 'b', 'c']);
    expect(await goOn({ kind: 'stepOver' })).toBe('not halted');
  });

  it('steps into the steps inside and out at their end', async () => {
    const { settle, goOn } = debugged(routine, [before('loop')]);
    await settle();
    const places: string[] = [];
    for (let count = 0; count < 5; count++) places.push(await goOn({ kind: 'stepInto' }));
    expect(places).toEqual(['b', 'c', 'b', 'c', 'd'].map((id) => `step before ${id}`));
  });

  it('halts at a breakpoint before its own target', async () => {
    const { settle, goOn } = debugged(routine, [before('loop'), after('c')]);
    await settle();
    expect(await goOn({ kind: 'stepOver' })).toBe('breakpoint after c');
    expect(await goOn({ kind: 'stepOver' })).toBe('step before b');
  });

  it('runs to a step once', async () => {
    const { settle, goOn } = debugged(routine, [], { goOn: { kind: 'runTo', stepID: 'c' } });
    expect(await settle()).toBe('runTo before c');
    expect(await goOn()).toBe('not halted');
  });

  it('continues from a pause in the middle of a step and from a pause that holds a step back', async () => {
    const { run, goOn } = debugged([wait('a', 200), wait('b'), wait('c')], []);
    await run.clock.advance(100);
    run.engine.pause();
    expect(await goOn({ kind: 'stepOver' })).toBe('step before b');
    run.engine.resume();
    const held = debugged([beside('beside', [wait('x', 5000)]), loop('loop', [wait('b')]), wait('c')], []);
    held.run.engine.pause();
    await held.run.clock.advance(100);
    expect(await held.goOn({ kind: 'stepInto' })).toMatch(/^step before /);
    expect(started(held.run).length).toBeGreaterThan(0);
  });

  it('keeps its target across a pause in between', async () => {
    const { run, settle, goOn } = debugged(routine, [before('loop')]);
    await settle();
    run.engine.resume({ kind: 'stepOver' });
    await run.clock.advance(50);
    run.engine.pause();
    await run.clock.advance(1000);
    expect(await goOn({ kind: 'asBefore' })).toBe('step before d');
  });
});

describe('Steps that are disabled for a run', () => {
  it('do not play, nor do the steps inside', async () => {
    const { run, result, settle } = debugged([wait('a'), loop('loop', [wait('b')]), wait('c')], [before('a')]);
    await settle();
    run.engine.setDisabledSteps(['loop']);
    run.engine.resume();
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    expect(run.events).toContain('end loop skipped');
    expect(started(run)).toEqual(['a', 'c']);
  });

  it('do not play inside a move', async () => {
    const run = playback([move('m', 'w1', 'w2')]);
    run.engine.setDisabledSteps(['w1']);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.actions).toEqual(['reach w2']);
  });
});

/** Routines with everything that plays steps: loops, branches, moves and threads. */
const routines = fc.letrec<{ steps: StepSketch[]; step: StepSketch }>((tie) => ({
  step: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.integer({ min: 0, max: 40 }).map((milliseconds) => step('Wait', { milliseconds })),
    fc.constant(step('MoveArmToV2', {}, [step('Waypoint', { target: { jointAngles: [0, 0, 0, 0, 0, 0] } })])),
    fc
      .boolean()
      .map((value) =>
        step('If', { branch: 'if', condition: { kind: 'constant', value } }, [step('Wait', { milliseconds: 3 })]),
      ),
    tie('steps').map((children) => step('Loop', { times: 2 }, children)),
  ),
  steps: fc.array(tie('step'), { minLength: 1, maxLength: 4 }),
})).steps;

/** Plays to the end. Continues in the same way at every halt. */
async function play(sketches: readonly StepSketch[], how: GoOn | undefined): Promise<Playback> {
  const run = playback(sketches, how === undefined ? {} : { goOn: how });
  if (how?.kind === 'continue') {
    run.engine.setBreakpoints([...run.stepIDs].flatMap((id) => [before(id), after(id)]));
  }
  run.onHalt = () => run.clock.schedule(1, () => run.engine.resume(how));
  await run.finish();
  return run;
}

describe('A debugged routine', () => {
  it.each<GoOn['kind'] & ('continue' | 'stepInto' | 'stepOver' | 'stepOnce')>([
    'continue',
    'stepInto',
    'stepOver',
    'stepOnce',
  ])('plays like a routine that is not debugged, apart from its pauses (%s)', async (kind) => {
    await fc.assert(
      fc.asyncProperty(routines, async (sketches) => {
        const plain = await play(sketches, undefined);
        const halting = await play(sketches, { kind });
        expect(halting.events.filter((event) => event !== 'paused')).toEqual(plain.events);
        expect(halting.cell.actions).toEqual(plain.cell.actions);
        // Each pause takes a millisecond. A motion of this cell is not held and continues meanwhile.
        expect(halting.clock.now()).toBeGreaterThanOrEqual(plain.clock.now());
        expect(halting.clock.now()).toBeLessThanOrEqual(plain.clock.now() + halting.halts.length);
        if (kind === 'continue') expect(halting.halts.length).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  });
});
