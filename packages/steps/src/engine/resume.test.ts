import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Playback, programOf, type StepSketch, step } from '../testing/play.fixture.ts';
import { checkResume } from './places.ts';
import type { Place } from './types.ts';

const at = (joint: number) => ({ target: { jointAngles: [joint, 0, 0, 0, 0, 0] } });
const wait = (milliseconds = 100, id?: string) => step('Wait', { milliseconds }, [], id === undefined ? {} : { id });
const setCount = (value: number) =>
  step('SetEnvironmentVariable', { variableID: 'count', newValue: { kind: 'constant', value }, isGlobal: false });
const isCount = (value: number) => ({
  kind: 'conditional',
  operator: '==',
  left: { kind: 'variable', variableID: 'count' },
  right: { kind: 'constant', value },
});
const shift = (children: readonly StepSketch[], expression?: object) =>
  step('AddOffset', { distanceUnit: 'meter', translationX: expression ?? { kind: 'constant', value: 0.1 } }, children);
const relative = step('Waypoint', {
  targetKind: 'relative',
  relativeConfig: { offsetX: { kind: 'constant', value: 1 } },
});
const options = { variables: { count: 0 }, legMS: 300, outputsTakeMS: 50 };

const programWith = (sketches: readonly StepSketch[]) => ({
  ...{ routineID: 'routine_1', version: 1, name: 'Test', mainLoopStepID: undefined },
  steps: programOf(sketches),
});

/** Plays until a point in time, as if the runner crashed then. */
async function interrupt(sketches: readonly StepSketch[], atMS: number): Promise<Playback> {
  const run = new Playback(programOf(sketches), options);
  void run.play();
  await run.clock.advance(atMS);
  return run;
}

/** Continues an interrupted run with its variables. */
async function resume(before: Playback, sketches: readonly StepSketch[], chosenID?: string) {
  const run = new Playback(programOf(sketches), options);
  const interrupted = before.engine.places();
  for (const [id, value] of before.cell.variables) run.cell.variables.set(id, value);
  for (const [id, value] of before.cell.stepVariables) run.cell.stepVariables.set(id, value);
  const check = checkResume(programWith(sketches), interrupted, chosenID);
  if (!check.ok) throw new Error(check.message);
  const cycleCount = before.events.filter((event) => event.startsWith('cycle')).length;
  const playing = run.engine.play({ resumeFrom: { interrupted, places: check.places, cycleCount } });
  return { run, result: await run.finish(playing) };
}

const containers = /^(start|end) (Loop|If|AddOffset|MoveArmToV2|RunInBackground)/;
/** Returns the steps that played, with the counters and variables that they set. */
const deedsOf = ({ events }: Playback) =>
  events.filter((event) => event.startsWith('start ') && !containers.test(event));

const leaf = fc.oneof(
  fc.integer({ min: 0, max: 300 }).map((milliseconds) => wait(milliseconds)),
  fc.integer({ min: 0, max: 2 }).map(setCount),
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.boolean(), fc.boolean())
    .map(([count, sets, endsRelative]) =>
      step('MoveArmToV2', {}, [
        ...Array.from({ length: count }, (_, index) => step('Waypoint', at(index + 1))),
        ...(sets ? [step('SetIO', { outputs: [{ port: 1, kind: 'Output', level: 'high' }] })] : []),
        ...(sets && endsRelative ? [step('Waypoint', at(9))] : []),
      ]),
    ),
);
const tree = fc.letrec<{ list: StepSketch[]; one: StepSketch }>((tie) => ({
  list: fc.array(tie('one'), { minLength: 1, maxLength: 3, depthIdentifier: 'depth' }),
  one: fc.oneof(
    { depthIdentifier: 'depth', maxDepth: 3 },
    leaf,
    fc.tuple(fc.integer({ min: 1, max: 3 }), tie('list')).map(([times, list]) => step('Loop', { times }, list)),
    fc
      .tuple(fc.integer({ min: 0, max: 2 }), tie('list'))
      .map(([value, list]) => step('If', { branch: 'if', condition: isCount(value) }, list)),
    fc
      .tuple(fc.integer({ min: 1, max: 3 }), tie('list'), tie('list'), fc.constantFrom('break', 'continue'))
      .map(([times, list, rest, action]) =>
        step('Loop', { times }, [
          ...list,
          step('If', { branch: 'if', condition: isCount(1) }, [step('LoopControl', { action })]),
          step('If', { branch: 'else' }, rest),
        ]),
      ),
    tie('list').map((list) => shift([...list, step('MoveArmToV2', {}, [step('Waypoint', at(5))])])),
  ),
})).list;

describe('A run that continues an interrupted one', () => {
  it('plays the remaining steps with the variables, counters and cycles of the interrupted one', async () => {
    await fc.assert(
      fc.asyncProperty(tree, fc.double({ min: 0, max: 1, noNaN: true }), async (sketches, fraction) => {
        const whole = new Playback(programOf(sketches), options);
        expect(await whole.finish()).toEqual({ kind: 'completed' });
        const before = await interrupt(sketches, Math.floor(fraction * whole.clock.now()));
        const played = deedsOf(before).length;
        const [place] = before.engine.places();
        const endsOf = (each: Playback) => each.events.filter((event) => event.startsWith('end ')).length;
        fc.pre(endsOf(before) < endsOf(whole));
        const isInDeed = place?.when === 'inside' && !containers.test(`start ${place.stepID}`);
        const { run, result } = await resume(before, sketches);
        expect(result).toEqual({ kind: 'completed' });
        expect(deedsOf(run)).toEqual(deedsOf(whole).slice(isInDeed ? played - 1 : played));
        expect(run.cell.variables).toEqual(whole.cell.variables);
        for (const [name, value] of whole.cell.stepVariables) {
          if (name.endsWith('completedCount') && name.startsWith('Loop')) {
            expect([name, run.cell.stepVariables.get(name)]).toEqual([name, value]);
          }
        }
        const cycles = (each: Playback) => each.events.filter((event) => event.startsWith('cycle'));
        expect([...cycles(before), ...cycles(run)]).toEqual(cycles(whole));
      }),
      { numRuns: 150 },
    );
  });

  it('continues in the same iteration of the loop after the completed steps', async () => {
    const sketches = [step('Loop', { times: 3 }, [wait(300, 'a'), wait(300, 'b')], { id: 'Loop' })];
    const before = await interrupt(sketches, 1000);
    expect(before.engine.places()).toEqual([{ thread: 'main', stepID: 'b', when: 'inside' }]);
    const { run } = await resume(before, sketches);
    expect(deedsOf(run)).toEqual(['start b', 'start a', 'start b']);
    expect(run.events).toContain('Loop.completedCount = 1');
    expect(run.events.filter((event) => event.startsWith('cycle'))).toEqual(['cycle 2', 'cycle 3']);
  });

  it('skips the steps after a continue if it was interrupted while the iteration waited', async () => {
    const sketches = [
      step('Loop', { times: 2 }, [
        step('If', { branch: 'if', condition: isCount(0) }, [step('LoopControl', { action: 'continue' })]),
        wait(100, 'never'),
      ]),
    ];
    const { run } = await resume(await interrupt(sketches, 100), sketches);
    expect(deedsOf(run).filter((deed) => deed === 'start never')).toEqual([]);
  });

  it('keeps the offset of the interrupted move, even if it would differ now', async () => {
    const sketches = [
      shift([setCount(2), step('MoveArmToV2', {}, [step('Waypoint', at(1))])], {
        kind: 'variable',
        variableID: 'count',
      }),
    ];
    const before = await interrupt(sketches, 100);
    expect(before.cell.variables.get('count')).toBe(2);
    const { run } = await resume(before, sketches);
    expect(run.cell.moves.at(-1)?.[0]?.target).toEqual(before.cell.moves.at(-1)?.[0]?.target);
  });

  it('restarts the background threads at their places', async () => {
    const sketches = [
      step('RunInBackground', {}, [wait(200, 'x'), step('Loop', { times: 3 }, [wait(300, 'y')], { id: 'Loop' })], {
        id: 'RunInBackground',
      }),
      wait(1000, 'main'),
    ];
    const before = await interrupt(sketches, 600);
    expect(before.engine.places()).toEqual(
      expect.arrayContaining([
        { thread: 'main', stepID: 'main', when: 'inside' },
        { thread: 'RunInBackground', stepID: 'y', when: 'inside' },
      ]),
    );
    const { run } = await resume(before, sketches);
    expect(deedsOf(run).sort()).toEqual(['start main', 'start y', 'start y']);
    expect(run.threads.get('y')).toBe('RunInBackground');
    expect(run.events).toContain('Loop.completedCount = 1');
  });

  it('continues with the next iteration after a stop after the cycle', async () => {
    const sketches = [step('Loop', { times: 3 }, [wait(300, 'a')], { id: 'Loop' }), wait(100, 'b')];
    const before = new Playback(programOf(sketches), options);
    const ended = before.play();
    await before.clock.advance(400);
    before.engine.stopAfterCycle();
    expect(await before.finish(ended)).toEqual({ kind: 'stopped' });
    expect(before.engine.places()).toEqual([{ thread: 'main', stepID: 'Loop', when: 'inside' }]);
    const { run } = await resume(before, sketches);
    expect(deedsOf(run)).toEqual(['start a', 'start b']);
  });

  it('continues after a loop that a break ended before the stop after the cycle', async () => {
    const leave = step('LoopControl', { action: 'break' }, [], { id: 'break' });
    const sketches = [step('Loop', {}, [wait(300, 'a'), leave], { id: 'Loop' }), wait(100, 'b')];
    const before = new Playback(programOf(sketches), options);
    const ended = before.play();
    await before.clock.advance(100);
    before.engine.stopAfterCycle();
    expect(await before.finish(ended)).toEqual({ kind: 'stopped' });
    const { run } = await resume(before, sketches);
    expect(deedsOf(run)).toEqual(['start b']);
  });

  it('has the place of a run that failed or was stopped', async () => {
    const failing = [
      step('Loop', {}, [wait(100, 'a'), step('TriggerFault', { message: 'The feeder is empty' }, [], { id: 'f' })]),
    ];
    const failed = new Playback(programOf(failing), options);
    await failed.finish();
    expect(failed.engine.places()).toEqual([{ thread: 'main', stepID: 'f', when: 'inside' }]);
    const stopped = await interrupt([wait(100), wait(500, 'b')], 300);
    stopped.engine.stop();
    await stopped.clock.advance(2000);
    expect(stopped.engine.places()).toEqual([{ thread: 'main', stepID: 'b', when: 'inside' }]);
  });
});

describe('The place at which a run continues', () => {
  const check = (sketches: readonly StepSketch[], place: Partial<Place>, chosenID?: string) =>
    checkResume(programWith(sketches), [{ thread: 'main', stepID: '', when: 'inside', ...place }], chosenID);
  const starts = (...args: Parameters<typeof check>) => {
    const checked = check(...args);
    return checked.ok ? checked.places.map(({ stepID, when }) => `${when} ${stepID}`).join() : checked.message;
  };
  const move = step('MoveArmToV2', {}, [step('Waypoint', at(1)), relative, relative]);

  it('equals the waypoint that the arm was moving to', () => {
    expect(starts([move], { stepID: 'Waypoint 1.1' })).toBe('inside Waypoint 1.1');
  });

  it("equals the waypoint before one that starts from the arm's position", () => {
    expect(starts([move], { stepID: 'Waypoint 1.3' })).toBe('before Waypoint 1.1');
    expect(starts([move], { stepID: 'Waypoint 1.3' }, 'Waypoint 1.2')).toBe('before Waypoint 1.1');
  });

  it('equals the move itself when an arc inside starts at its target', () => {
    const position = { targetKind: 'singlePosition', target: { jointAngles: [0, 0, 0, 0, 0, 0] } };
    const arc = step('Arc', { viaTarget: position, endTarget: position });
    const around = step('MoveArmTo', { ...position, motionKind: 'line' }, [arc, arc]);
    expect(starts([around], { stepID: 'Arc 1.2' })).toBe('before MoveArmTo 1');
  });

  it("cannot be determined when a move started from the arm's position and no step precedes it", () => {
    expect(starts([step('MoveArmToV2', {}, [relative])], { stepID: 'Waypoint 1.1' })).toMatch(
      /^Step 1\.1 starts from the position of the arm/,
    );
  });

  it('cannot be inside a push or a code block', () => {
    const push = step('PushMode', {}, [step('MoveArmToV2', {}, [step('Waypoint', at(1))])]);
    expect(starts([push, wait()], { stepID: 'Waypoint 1.1.1' })).toMatch(/^Step 1: .*[Aa] push cannot be resumed/);
    expect(starts([push, wait()], { stepID: 'Waypoint 1.1.1' }, 'Wait 2')).toBe('before Wait 2');
    expect(starts([step('CodeBlock', { codeBlockId: 'c' })], { stepID: 'CodeBlock 1' })).toMatch(
      /^Step 1: A code block/,
    );
  });

  it('can be chosen inside a loop or branch that had begun, but inside no other', () => {
    const sketches = [
      step('Loop', {}, [wait(), wait()]),
      step('Loop', {}, [wait()]),
      step('RunInBackground', {}, [wait()]),
      step('Wait', { milliseconds: 1 }, [], { isDisabled: true }),
    ];
    const from = (chosenID: string) => starts(sketches, { stepID: 'Wait 1.2' }, chosenID);
    expect(from('Wait 1.1')).toBe('before Wait 1.1');
    expect(from('Loop 2')).toBe('before Loop 2');
    expect(from('Wait 2.1')).toMatch(/^The run was not inside step 2 \(Loop\)/);
    expect(from('Wait 3.1')).toMatch(/^Step 3 \(Run in background\) plays in the background/);
    expect(from('Wait 4')).toBe('Step 4 is disabled. Choose another');
    expect(from('gone')).toBe('The routine does not have this step');
  });
});
