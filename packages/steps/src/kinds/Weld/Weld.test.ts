import { mountMessages } from '@cellwright/domain/messages';
import { welderCommandSchema } from '@cellwright/equipment/capabilities';
import { describe, expect, it } from 'vitest';
import { checkResume } from '../../engine/places.ts';
import {
  type Playback,
  type PlayOptions,
  playback,
  programOf,
  type StepSketch,
  step,
} from '../../testing/play.fixture.ts';

const at = (id: string, x: number) =>
  step('Waypoint', { target: { pose: { x, y: 0, z: 0, i: 0, j: 0, k: 0, w: 1 } } }, [], { id });
const chosen = { selectedMachineID: 'w', selectedTorchID: 't' };
const weld = (args: object = {}, children: StepSketch[] = [at('a', 0), at('b', 0.05), at('c', 0.1)]) =>
  step('Weld', { ...chosen, ...args }, children, { id: 'weld' });
const play = (args: object = {}, options: PlayOptions = {}) => playback([weld(args)], options);

const actionsOf = ({ cell }: Playback) =>
  cell.deviceCommands.flatMap(({ command }) => {
    const { action } = welderCommandSchema.parse(command);
    return action === 'observe' ? [] : [action];
  });
const activitiesOf = ({ events }: Playback) =>
  events.flatMap((event) => (event.startsWith('weld.currentActivity = ') ? [event.split(' = ')[1]] : []));
/** Arguments of a weld with every rest. */
const rests = { arcStartTime: 300, craterFillTime: 400, millerWeldParameters: {} };

describe('Weld', () => {
  it('approaches, starts the arc, travels, fills the crater and stops the arc, in this order', async () => {
    const run = play(rests);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(activitiesOf(run)).toEqual([
      ...[
        'approaching',
        'settingWeldParameters',
        'startArc',
        'dwelling',
        'movingDuringWeld',
        'craterFilling',
        'stopArc',
      ],
      'none',
    ]);
    expect(actionsOf(run).slice(0, 3)).toEqual(['setParameters', 'startArc', 'stopArc']);
    expect(run.cell.welder.arcs.map(({ isOn }) => isOn)).toEqual([true, false]);
    expect(run.cell.actions).toEqual(['reach a', 'reach b', 'reach c']);
  });

  it('keeps the arc on for the start time, the travel and the crater', async () => {
    const run = play(rests);
    await run.finish();
    const [on, off] = run.cell.welder.arcs;
    expect((off?.at ?? 0) - (on?.at ?? 0)).toBe(300 + 2 * 100 + 400);
  });

  it('travels in lines at its speed, without a stop at a corner', async () => {
    const run = play({ travelSpeed: 0.008 });
    await run.finish();
    expect(run.cell.moves.map((waypoints) => waypoints.map(({ stepID }) => stepID))).toEqual([['a'], ['b', 'c']]);
    expect(run.cell.moves[1]).toMatchObject([
      { motionKind: 'line', motionSpeed: 100, blendRadius: 0.001, limits: { maxTooltipSpeed: 0.008 } },
      { motionKind: 'line', motionSpeed: 100, blendRadius: 0, limits: { maxTooltipSpeed: 0.008 } },
    ]);
  });

  it('shows the measured values of the arc as variables, at most five times a second, and 0 after it', async () => {
    const run = play({ arcStartTime: 1000 });
    let observed = 0;
    run.cell.welder.values = { voltage: 17, current: 150, wireSpeed: 0.1 };
    const result = run.play();
    for (; observed < 40; observed++) {
      await run.clock.advance(50);
      run.cell.welder.values = { voltage: 17 + observed / 100, current: 150, wireSpeed: 0.1 };
    }
    expect(await run.finish(result)).toEqual({ kind: 'completed' });
    const voltages = run.events.filter((event) => event.startsWith('weld.arcVoltage = '));
    expect(voltages[0]).toMatch(/= 17/);
    expect(voltages.at(-1)).toBe('weld.arcVoltage = 0');
    expect(voltages.length).toBeGreaterThan(4);
    expect(voltages.length).toBeLessThan(12);
    expect(run.events).toContain('weld.arcCurrent = 150');
    expect(run.events).toContain('weld.arcWireSpeed = 0.1');
  });

  it('sends the values of the machine with their defaults', async () => {
    const run = play({ millerWeldParameters: { process: 'constantVoltage' } });
    await run.finish();
    expect(run.cell.welder.parameters).toEqual([
      { process: 'constantVoltage', voltage: 17, arcLength: 0.25, arcControl: 25, wireSpeed: 200 / 2362.206 },
    ]);
  });

  it('moves with the arc off in a dry run', async () => {
    const run = play({ ...rests, isDryRun: true });
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.deviceCommands).toEqual([]);
    expect(run.cell.actions).toEqual(['reach a', 'reach b', 'reach c']);
  });

  it('does nothing without its torch on the flange, not even the approach', async () => {
    const run = play(rests, { faults: ['toolNotMounted'] });
    expect(await run.finish()).toMatchObject({
      failure: 'WeldFailure',
      message: mountMessages.notMounted('Torch', 'simulated'),
    });
    expect([run.cell.actions, run.cell.welder.arcs, actionsOf(run)]).toEqual([[], [], ['stopArc']]);
  });

  it('needs no torch on the flange for a dry run', async () => {
    const run = play({ isDryRun: true }, { faults: ['toolNotMounted'] });
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.deviceCommands).toEqual([]);
  });

  it.each([
    ['before the arc', 50, 0],
    ['while the torch rests', 250, 100],
    ['along the seam', 450, 25],
    ['in the crater', 700, 100],
  ])('ends the arc when the tool changes %s', async (_when, afterMS, withinMS) => {
    const run = play(rests);
    const result = run.play();
    await run.clock.advance(afterMS);
    const since = run.clock.now();
    run.cell.tool.hasChanged = true;
    expect(await run.finish(result)).toMatchObject({ failure: 'WeldFailure', message: mountMessages.changed('Torch') });
    expect(run.cell.welder.isArcOn).toBe(false);
    expect((run.cell.welder.arcs.at(-1)?.at ?? since) - since).toBeLessThanOrEqual(withinMS);
  });

  it('has an arc for each stitch and none between them', async () => {
    const run = play({ stitching: { stitch: 0.03, space: 0.01 } });
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(actionsOf(run)).toEqual(['startArc', 'stopArc', 'startArc', 'stopArc', 'startArc', 'stopArc', 'stopArc']);
    const ends = run.cell.moves.slice(1).map((move) => move.at(-1)?.target);
    expect(ends.map((target) => (target && 'pose' in target ? Number(target.pose.x.toFixed(6)) : undefined))).toEqual([
      0.03, 0.04, 0.07, 0.08, 0.1,
    ]);
    const ended = run.events.filter((event) => /^end [bc]/.test(event));
    expect(ended).toEqual(['end b completed', 'end c completed']);
  });

  it('weaves with its dwells as lengths along the seam', async () => {
    const run = play({ travelSpeed: 0.01, weaving: { pattern: 'triangle', leftDwell: 50, rightDwell: 0 } });
    await run.finish();
    const weave = { pattern: 'triangle', period: 0.005, amplitude: 0.003, leftDwell: 0.0005, rightDwell: 0 };
    expect(run.cell.moves[1]).toMatchObject([{ weave }, { weave }]);
    expect(activitiesOf(run)).toContain('weaving');
  });

  it('whips forward and back along the seam, and rests at each end', async () => {
    const run = play({ weaving: { pattern: 'whip', forwardOffset: 0.06, reverseOffset: 0.02 } });
    await run.finish();
    const ends = run.cell.moves.slice(1).map((move) => move.at(-1)?.target);
    expect(ends.map((target) => (target && 'pose' in target ? Number(target.pose.x.toFixed(6)) : undefined))).toEqual([
      0.06, 0.04, 0.1,
    ]);
    const [on, off] = run.cell.welder.arcs;
    expect((off?.at ?? 0) - (on?.at ?? 0)).toBe(6 * 100 + 3 * 100);
  });

  it('starts no arc if the seam cannot be planned', async () => {
    const run = play({}, { unreachableStepID: 'c' });
    expect(await run.finish()).toMatchObject({ failure: 'PlanningFailure', message: 'out of reach' });
    expect(run.cell.welder.arcs).toEqual([]);
  });

  it('stops the arm and the arc when the arc is lost', async () => {
    const run = play();
    const result = run.play();
    await run.clock.advance(150);
    run.cell.welder.isArcLost = true;
    expect(await run.finish(result)).toMatchObject({
      failure: 'WeldFailure',
      message: expect.stringContaining('The arc was lost'),
    });
    expect(run.cell.actions).not.toContain('reach c');
    expect(run.cell.welder.isArcOn).toBe(false);
  });

  it('fails at a pause and ends the arc within 50 ms', async () => {
    const run = play(rests);
    const result = run.play();
    await run.clock.advance(450);
    const since = run.clock.now();
    run.engine.pause();
    expect(await run.finish(result)).toMatchObject({ message: expect.stringContaining('cannot be paused') });
    expect(run.cell.welder.arcs.at(-1)).toMatchObject({ isOn: false });
    expect((run.cell.welder.arcs.at(-1)?.at ?? 0) - since).toBeLessThanOrEqual(50);
  });

  it('refuses to continue in the middle after a crash', async () => {
    const steps = programOf([weld()]);
    const header = { routineID: 'routine_1', version: 1, name: 'Test', mainLoopStepID: undefined };
    const run = play();
    void run.play();
    await run.clock.advance(150);
    const check = checkResume({ ...header, steps }, run.engine.places(), undefined);
    expect(check).toMatchObject({ ok: false, message: expect.stringContaining('cannot be continued in the middle') });
  });
});

describe('A stop of a Weld step', () => {
  const ways = [
    { way: 'a seam', args: rests, passed: ['approaching', 'dwelling', 'movingDuringWeld', 'craterFilling'] },
    { way: 'a weave', args: { ...rests, weaving: {} }, passed: ['dwelling', 'weaving'] },
    {
      way: 'stitches',
      args: { ...rests, stitching: { stitch: 0.03, space: 0.01, craterFillAfterEveryStitch: true } },
      passed: ['stitching', 'movingToNextStitch'],
    },
    { way: 'a whip', args: { ...rests, weaving: { pattern: 'whip', forwardOffset: 0.03 } }, passed: ['weaving'] },
  ];

  it.each(ways)('ends the arc within 50 ms at any time of $way', async ({ args, passed }) => {
    const seen = new Set<unknown>();
    const whole = play(args);
    await whole.finish();
    for (let time = 0; time <= whole.clock.now(); time += 20) {
      const run = play(args);
      const result = run.play();
      await run.clock.advance(time);
      seen.add(activitiesOf(run).at(-1));
      const since = run.clock.now();
      const wasOn = run.cell.welder.isArcOn;
      run.engine.stop();
      await run.finish(result);
      expect(run.cell.welder.isArcOn, `a stop after ${time} ms`).toBe(false);
      if (wasOn) expect((run.cell.welder.arcs.at(-1)?.at ?? 0) - since).toBeLessThanOrEqual(50);
    }
    expect([...seen]).toEqual(expect.arrayContaining(passed));
  });
});
