import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveSteps, routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';
import { type Cell, change, far, home, joint0, near, startMoving, toolOf } from '../testing/moving-cell.fixture.ts';

const long = toolOf('claw', 0.18);
const short = toolOf('claw', 0.1);

describe('a tool that changes while the run is paused', () => {
  async function pauseWith(tool = long) {
    const cell = await startMoving({ tool });
    await cell.clock.advance(500);
    await cell.ask('pauseRoutine');
    await cell.clock.advance(200);
    return cell;
  }

  it.each([
    ['its TCP', short, "The tool's TCP moved by 80.0 mm since the pause. Change it back, or stop and start again"],
    [
      'its TCP by a turn',
      { ...long, tcp: { ...long.tcp, k: Math.SQRT1_2, w: Math.SQRT1_2 } },
      "The tool's TCP turned by 90.0° since the pause. Change it back, or stop and start again",
    ],
    [
      'its mass',
      toolOf('claw', 0.18, { massKg: 2 }),
      "The tool's mass changed from 1.1 kg to 2 kg since the pause. Change it back, or stop and start again",
    ],
    [
      'its centre of gravity',
      toolOf('claw', 0.18, { centreOfGravity: [0, 0, 0.1] }),
      "The tool's centre of gravity moved by 20.0 mm since the pause. Change it back, or stop and start again",
    ],
    [
      'its boxes',
      toolOf('claw', 0.18, { boxes: [] }),
      "The tool's collision boxes changed since the pause. Change it back, or stop and start again",
    ],
  ])('blocks resuming when it differs in %s', async (_what, changed, message) => {
    const cell = await pauseWith();
    cell.devices.set('claw', changed);
    expect(await cell.ask('resumeRoutine')).toMatchObject({
      ok: false,
      error: { code: 'cannot_play_routine', message },
    });
    const held = joint0(cell);
    await cell.clock.advance(5000);
    expect([joint0(cell), cell.state().isPaused]).toEqual([held, true]);
  });

  it('allows resuming once it is changed back', async () => {
    const cell = await pauseWith();
    await change(cell, short);
    expect((await cell.ask('resumeRoutine')).ok).toBe(false);
    await change(cell, long);
    expect((await cell.ask('resumeRoutine')).ok).toBe(true);
    await cell.clock.advance(3000);
    expect(cell.robot.state.positions).toEqual(far);
    expect(cell.planner.requests).toHaveLength(1);
  });

  it('may have another name, which does not affect motion', async () => {
    const cell = await pauseWith();
    await change(cell, { ...long, name: 'Left claw' });
    expect(cell.state().tool.name).toBe('Left claw');
    expect((await cell.ask('resumeRoutine')).ok).toBe(true);
  });

  it('may be another device with the same motion', async () => {
    const cell = await pauseWith();
    cell.devices.set('twin', toolOf('twin', 0.18));
    expect((await cell.ask('setTool', { equipmentID: 'twin' })).ok).toBe(true);
    expect((await cell.ask('resumeRoutine')).ok).toBe(true);
  });

  it('appears in the message when it is another', async () => {
    const cell = await pauseWith();
    await cell.ask('setTool', { equipmentID: null });
    expect(await cell.ask('resumeRoutine')).toMatchObject({
      error: { message: expect.stringContaining("changed from 'Tool claw' to 'wrist': its TCP moved by 180.0 mm") },
    });
  });

  it('also blocks a run that waits between moves', async () => {
    const cell = startCell({ routine: routineOf([step('step_1', 'Wait', { milliseconds: 1000 })]) });
    cell.devices.set('claw', long);
    await cell.clock.advance(100);
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    await cell.ask('playRoutine');
    await cell.clock.advance(500);
    await cell.ask('pauseRoutine');
    await change(cell, short);
    expect(await cell.ask('resumeRoutine')).toMatchObject({ ok: false });
  });
});

describe('a tool that changes while the run continues', () => {
  it('pauses a move in progress immediately with the reason', async () => {
    const cell = await startMoving({ tool: long });
    await cell.clock.advance(500);
    await change(cell, short);
    const reason = "The tool's TCP moved by 80.0 mm during a move. Change it back and resume, or stop and start again";
    expect(cell.state()).toMatchObject({ isPaused: true, run: { status: 'paused', pauseReason: reason } });
    await cell.clock.advance(200);
    expect(joint0(cell)).toBeLessThan(1);
    expect(cell.entries().filter(({ event }) => event === 'paused')).toMatchObject([{ data: { reason } }]);
    expect(await cell.ask('resumeRoutine')).toMatchObject({ ok: false });
    await change(cell, long);
    expect((await cell.ask('resumeRoutine')).ok).toBe(true);
    expect(cell.state().run?.pauseReason).toBeNull();
    await cell.clock.advance(3000);
    expect(cell.state().run?.status).toBe('completed');
  });

  it('may be followed by a stop, and then by a play with the new tool', async () => {
    const cell = await startMoving({ tool: long });
    await cell.clock.advance(500);
    await change(cell, short);
    await cell.ask('stop');
    await cell.clock.advance(500);
    expect(cell.state()).toMatchObject({ kind: 'Idle', run: { status: 'stopped', pauseReason: null } });
    await cell.ask('playRoutine');
    await cell.clock.advance(5000);
    expect(cell.state().run?.status).toBe('completed');
    expect(cell.planner.requests.at(-1)?.tool).toEqual(short);
  });

  it('pauses a move that is still being planned', async () => {
    const cell = startCell({ routine: routineOf(moveSteps('step_1', [near])) });
    cell.devices.set('claw', long);
    cell.planner.delayMS = 500;
    await cell.clock.advance(100);
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    await cell.ask('playRoutine');
    await change(cell, short);
    await cell.clock.advance(5000);
    expect(joint0(cell)).toBe(home[0]);
    expect(cell.state()).toMatchObject({ isPaused: true, motionActivity: 'paused' });
  });

  it('applies to the next move when none is planned', async () => {
    const cell = startCell({
      routine: routineOf([step('step_1', 'Wait', { milliseconds: 1000 }), ...moveSteps('step_2', [near])]),
    });
    cell.devices.set('claw', long);
    await cell.clock.advance(100);
    await cell.ask('loadRoutine', { routineID: 'routine_1' });
    await cell.ask('playRoutine');
    await cell.clock.advance(500);
    await change(cell, short);
    await cell.clock.advance(5000);
    expect(cell.state().run?.status).toBe('completed');
    expect(cell.planner.requests.map(({ tool }) => tool.tcp.z)).toEqual([0.1]);
  });

  it('needs another read when the equipment service does not answer', async () => {
    const cell = await startMoving({ tool: long });
    await cell.clock.advance(200);
    const { findTool } = cell.equipment;
    cell.equipment.findTool = () => Promise.reject(new Error('away'));
    await change(cell, short);
    expect(cell.state().isPaused).toBe(false);
    cell.equipment.findTool = findTool;
    await cell.clock.advance(1000);
    expect(cell.state().isPaused).toBe(true);
  });

  it('pauses the run when its device stops being a tool, until it is one again', async () => {
    const cell = await startMoving({ tool: long });
    await cell.clock.advance(200);
    cell.devices.clear();
    void cell.session.tools.follow('claw');
    await cell.clock.advance(200);
    expect(cell.state()).toMatchObject({
      isPaused: true,
      run: { pauseReason: expect.stringContaining('Choose the tool on the flange') },
    });
    expect(await cell.ask('resumeRoutine')).toMatchObject({ error: { code: 'equipment_no_matching' } });
    cell.devices.set('claw', long);
    expect((await cell.ask('resumeRoutine')).ok).toBe(true);
    await cell.clock.advance(5000);
    expect(cell.state().run?.status).toBe('completed');
  });

  it('ends manual motion that was planned with the former tool', async () => {
    const cell = startCell();
    cell.devices.set('claw', long);
    await cell.clock.advance(100);
    const moving = cell.send('moveToJointSpacePoint', { jointAngles: far, isHeld: false });
    await cell.clock.advance(500);
    await change(cell, short);
    expect(await cell.clock.runUntilSettled(moving)).toMatchObject({
      result: { result: 'Interrupted', message: expect.stringContaining('tool on the flange changed') },
    });
    expect(joint0(cell)).toBeLessThan(1);
  });

  it('never ends a line with another tool, whenever the tool changes', async () => {
    const action = fc.oneof(
      fc.constantFrom<'pause' | 'resume' | 'rename'>('pause', 'resume', 'rename'),
      fc.constantFrom(0.18, 0.1, 0.05),
    );
    const script = fc.array(fc.record({ afterMS: fc.integer({ min: 1, max: 400 }), action }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(script, async (events) => {
        const routine = routineOf([
          ...moveSteps('step_1', [near, far]),
          step('step_2', 'Wait', { milliseconds: 200 }),
          ...moveSteps('step_3', [home]),
        ]);
        const cell = await startMoving({ tool: long, routine });
        for (const { afterMS, action } of events) {
          await advanceWatching(cell, afterMS);
          if (action === 'pause') await cell.ask('pauseRoutine');
          else if (action === 'resume') await cell.ask('resumeRoutine');
          else if (action === 'rename') await change(cell, { ...toolNow(cell), name: 'Another name' });
          else await change(cell, toolOf('claw', action));
        }
        await advanceWatching(cell, 1000);
      }),
      { numRuns: 60 },
    );
  });
});

const toolNow = (cell: Cell) => cell.devices.get('claw') ?? long;

/** Advances time and checks that every motion was planned with the current tool. */
async function advanceWatching(cell: Cell, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 8) {
    await cell.clock.advance(8);
    if (cell.robot.state.mode !== 'executing') continue;
    expect(cell.planner.requests.at(-1)?.tool.tcp).toEqual(toolNow(cell).tcp);
  }
}
