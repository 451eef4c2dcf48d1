import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Gripper,
  type GripperCommand,
  type GripperDescription,
  gripperLiveStateSchema,
  gripperResultSchema,
  type SimulatedGripper,
} from '../capabilities/index.ts';
import { describeGripper, describeTool, type EquipmentKind } from '../contracts.ts';
import { type DeviceBench, openBench } from './device-bench.fixture.ts';

/** What every gripper must do: run on the kind's simulator, through its driver, over a real socket. */
export function testGripperConformance(kind: EquipmentKind): void {
  let bench: DeviceBench;
  let gripper: Gripper;
  let simulated: SimulatedGripper;
  let description: GripperDescription;
  const never = new AbortController().signal;
  const state = () => gripperLiveStateSchema.parse(bench.driver.state());
  const actuate = (command: GripperCommand, signal = never) => bench.settle(gripper.actuate(command, signal));
  const grips = () => simulated.commands.filter(({ kind }) => kind === 'grip').length;
  const stops = () => simulated.commands.filter(({ kind }) => kind === 'stop').length;

  beforeEach(async () => {
    bench = await openBench(kind);
    gripper = demand(bench.driver.capabilities.gripper);
    simulated = demand(bench.sim.simulated.gripper);
    description = demand(describeGripper(bench.config));
    simulated.placePart(undefined);
  });
  afterEach(() => bench.close());

  /** A width at a fraction of the range. */
  const widthAt = (fraction: number, direction: GripperCommand['direction'] = 'inward') => {
    const { minimum, maximum } = description.widthRange[direction];
    return Math.round((minimum + fraction * (maximum - minimum)) * 1000) / 1000;
  };
  const move = (widthMeters: number, changes: Partial<GripperCommand> = {}): GripperCommand => ({
    control: 'move',
    widthMeters,
    direction: 'inward',
    toleranceMeters: 0.003,
    waitForGrip: true,
    ...changes,
  });
  const closeOn = (widthMeters: number, changes: Partial<GripperCommand> = {}) =>
    move(widthMeters, { control: 'force_grip', ...changes });

  describe('as the arm sees it', () => {
    it('says where its TCP is, what it weighs and how big it is', () => {
      const tool = demand(describeTool(bench.config));
      expect(tool.tcp.z).toBeGreaterThan(0);
      expect(tool.massKg).toBeGreaterThan(0);
      expect(tool.centreOfGravity.every(Number.isFinite)).toBe(true);
      expect(tool.collisionBoxes.length).toBeGreaterThan(0);
      for (const { size } of tool.collisionBoxes) expect(Math.min(...size)).toBeGreaterThan(0);
    });
  });

  describe('moving', () => {
    it.each(['inward', 'outward'] as const)('reads back exactly the width commanded %s', async (direction) => {
      for (const fraction of [0.2, 0.9, 0.5]) {
        const widthMeters = widthAt(fraction, direction);
        const result = await actuate(move(widthMeters, { direction }));
        expect(result).toEqual({ ok: true, value: { widthMeters, gripDetected: false } });
        expect(state()).toMatchObject({ status: 'idle', direction, widthMeters, targetWidthMeters: widthMeters });
      }
    });

    it('reads back exactly a width finer than the device can tell apart, and the force', async () => {
      const widthMeters = widthAt(0.5) + 0.000_023;
      const forceNewtons = description.forceRange.minimum + 0.4;
      const result = await actuate(move(widthMeters, { forceNewtons }));
      expect(result).toMatchObject({ ok: true, value: { widthMeters } });
      expect(state()).toMatchObject({ widthMeters, targetForceNewtons: forceNewtons });
    });

    it('takes the force in newtons, as a fraction of its largest, or as it comes', async () => {
      const { maximum } = description.forceRange;
      await actuate(move(widthAt(0.5), { forceFraction: 0.5 }));
      expect(state().targetForceNewtons).toBe(0.5 * maximum);
      await actuate(move(widthAt(0.6), { forceFraction: 0.5, forceNewtons: maximum }));
      expect(state().targetForceNewtons).toBe(maximum);
      await actuate(move(widthAt(0.7)));
      expect(state().targetForceNewtons).toBe(Math.min(45, maximum));
    });

    it('is busy on the way and idle after it', async () => {
      const statuses = new Set<string>();
      bench.driver.onChange(({ status }) => statuses.add(status));
      await actuate(move(widthAt(0)));
      expect([...statuses]).toEqual(['busy', 'idle']);
    });

    it('answers at once when it is there already', async () => {
      await actuate(move(widthAt(0.5)));
      const before = bench.clock.now();
      await actuate(move(widthAt(0.5)));
      expect(bench.clock.now() - before).toBeLessThan(500);
    });

    it('does not wait for the end when it is told not to', async () => {
      const result = await actuate(move(widthAt(0), { waitForGrip: false }));
      expect(result).toMatchObject({ ok: true });
      expect(state().status).toBe('busy');
      await bench.waitForState(({ status }) => status === 'idle');
      expect(state().widthMeters).toBe(widthAt(0));
    });

    it('takes longer when it is slower', async () => {
      const measure = async (speedFraction: number) => {
        await actuate(move(widthAt(1)));
        const start = bench.clock.now();
        await actuate(move(widthAt(0), { speedFraction }));
        return bench.clock.now() - start;
      };
      expect(await measure(description.speedFractionRange.minimum)).toBeGreaterThan(2 * (await measure(1)));
    });
  });

  describe('gripping', () => {
    it('holds a part between its fingers', async () => {
      simulated.placePart({ outerWidthMeters: widthAt(0.5) });
      const result = await actuate(closeOn(widthAt(0)));
      expect(result).toEqual({ ok: true, value: { widthMeters: widthAt(0.5), gripDetected: true } });
      expect(state()).toMatchObject({ gripDetected: true, status: 'idle' });
    });

    it('answers as soon as the part is held', async () => {
      simulated.placePart({ outerWidthMeters: widthAt(0.9) });
      const before = bench.clock.now();
      expect(await actuate(closeOn(widthAt(0)))).toMatchObject({ ok: true, value: { gripDetected: true } });
      expect(bench.clock.now() - before).toBeLessThan(200);
    });

    it('holds a part from inside', async () => {
      await actuate(move(widthAt(0, 'outward'), { direction: 'outward' }));
      const inner = widthAt(0.5, 'outward');
      simulated.placePart({ outerWidthMeters: 1, innerWidthMeters: inner });
      const result = await actuate(closeOn(widthAt(1, 'outward'), { direction: 'outward' }));
      expect(result).toEqual({ ok: true, value: { widthMeters: inner, gripDetected: true } });
    });

    it('lets go', async () => {
      simulated.placePart({ outerWidthMeters: widthAt(0.5) });
      await actuate(closeOn(widthAt(0)));
      const result = await actuate(move(widthAt(1)));
      expect(result).toEqual({ ok: true, value: { widthMeters: widthAt(1), gripDetected: false } });
    });

    it('closing on nothing succeeds at the width, and says that nothing is held', async () => {
      const result = await actuate(closeOn(widthAt(0)));
      expect(result).toEqual({ ok: true, value: { widthMeters: widthAt(0), gripDetected: false } });
    });

    it('a move that meets a part fails and says where the fingers are', async () => {
      simulated.placePart({ outerWidthMeters: widthAt(0.5) });
      const result = await actuate(move(widthAt(0)));
      expect(result).toMatchObject({ ok: false, failure: { kind: 'GripperFailure', reason: 'targetNotReached' } });
      expect(state().widthMeters).toBe(widthAt(0.5));
    });
  });

  describe('refusing', () => {
    it.each([
      ['narrower than it closes', () => move(description.widthRange.inward.minimum - 0.001)],
      ['wider than it opens', () => move(description.widthRange.inward.maximum + 0.001)],
      ['weaker than it grips', () => move(widthAt(0.5), { forceNewtons: description.forceRange.minimum * 0.9 })],
      ['stronger than it grips', () => move(widthAt(0.5), { forceNewtons: description.forceRange.maximum * 1.1 })],
      ['slower than it moves', () => move(widthAt(0.5), { speedFraction: description.speedFractionRange.minimum / 2 })],
    ])('what is %s, without sending anything', async (_, command) => {
      const result = await actuate(command());
      expect(result).toMatchObject({ ok: false, failure: { reason: 'outOfRange' } });
      expect(simulated.commands).toEqual([]);
    });

    it('a second command while one is carried out', async () => {
      const first = gripper.actuate(move(widthAt(0)), never);
      const second = await actuate(move(widthAt(1)));
      expect(second).toMatchObject({ ok: false, failure: { reason: 'busy', mayRetry: true } });
      expect(await bench.settle(first)).toMatchObject({ ok: true, value: { widthMeters: widthAt(0) } });
      expect(grips()).toBe(1);
    });
  });

  describe('stopping', () => {
    it('ends a motion when the signal aborts, where the fingers are', async () => {
      const abort = new AbortController();
      const result = gripper.actuate(move(widthAt(0), { speedFraction: 0.2 }), abort.signal);
      await bench.waitForState(({ status }) => status === 'busy');
      await bench.pass(60);
      abort.abort();
      expect(await bench.settle(result)).toEqual({ ok: false, stopped: true });
      await bench.waitForState(({ status }) => status === 'idle');
      const stoppedAt = state().widthMeters;
      expect(stoppedAt).toBeGreaterThan(widthAt(0));
      await bench.pass(2000);
      expect(state().widthMeters).toBe(stoppedAt);
    });

    it('ends a motion that nobody waits for', async () => {
      await actuate(move(widthAt(0), { speedFraction: 0.2, waitForGrip: false }));
      await bench.settle(bench.driver.stopMotion());
      await bench.waitForState(({ status }) => status === 'idle');
      expect(state().widthMeters).toBeGreaterThan(widthAt(0));
    });

    it('leaves a gripper at rest, and the part it holds, alone', async () => {
      simulated.placePart({ outerWidthMeters: widthAt(0.5) });
      await actuate(closeOn(widthAt(0)));
      await bench.settle(bench.driver.stopMotion());
      await bench.pass(1000);
      expect(stops()).toBe(0);
      expect(state().gripDetected).toBe(true);
    });

    it('never sends a command that was stopped before it was sent', async () => {
      const abort = new AbortController();
      abort.abort();
      expect(await actuate(move(widthAt(0)), abort.signal)).toEqual({ ok: false, stopped: true });
      expect(simulated.commands).toEqual([]);
    });

    it('stops what moves when the driver closes', async () => {
      const result = gripper.actuate(move(widthAt(0), { speedFraction: 0.2 }), never);
      await bench.waitForState(({ status }) => status === 'busy');
      await bench.settle(bench.driver.close());
      expect(await result).toEqual({ ok: false, stopped: true });
      expect(stops()).toBeGreaterThan(0);
    });
  });

  describe('closed for a reason', () => {
    it('fails the command under way with it, and stops what moves', async () => {
      const result = gripper.actuate(move(widthAt(0), { speedFraction: 0.2 }), never);
      await bench.waitForState(({ status }) => status === 'busy');
      await bench.settle(bench.driver.close('The device was switched off'));
      expect(await result).toMatchObject({
        ok: false,
        failure: { reason: 'outcomeUnknown', message: expect.stringContaining('was switched off. '), mayRetry: false },
      });
      expect(stops()).toBeGreaterThan(0);
    });

    it('stays stopped when the caller stopped it first', async () => {
      const abort = new AbortController();
      const result = gripper.actuate(move(widthAt(0), { speedFraction: 0.2 }), abort.signal);
      await bench.waitForState(({ status }) => status === 'busy');
      abort.abort();
      await bench.settle(bench.driver.close('The device was switched off'));
      expect(await result).toEqual({ ok: false, stopped: true });
    });
  });

  describe('when the device misbehaves', () => {
    it('fails a motion that does not end, and tells the device to stop', async () => {
      bench.sim.faults.jammed = true;
      const result = await actuate(move(widthAt(0)));
      expect(result).toMatchObject({ ok: false, failure: { reason: 'timeout' } });
      await bench.pass(100);
      expect(stops()).toBe(1);
    });

    it('says that a command was refused', async () => {
      bench.sim.faults.refusing = true;
      expect(await actuate(move(widthAt(0)))).toMatchObject({ ok: false, failure: { reason: 'deviceFault' } });
    });

    it('does not know the outcome when the connection ends instead of an answer, and never repeats the command', async () => {
      bench.sim.faults.hangUpOnCommand = true;
      const result = await actuate(move(widthAt(0)));
      bench.sim.faults.hangUpOnCommand = false;
      expect(result).toMatchObject({ ok: false, failure: { reason: 'outcomeUnknown', mayRetry: false } });
      await bench.waitForState(({ connected, status }) => connected && status === 'idle');
      await bench.pass(5000);
      expect(grips()).toBe(1);
      expect(state().widthMeters).toBe(widthAt(0));
    });

    it('carries a motion over a lost connection', async () => {
      const result = gripper.actuate(move(widthAt(0), { speedFraction: 0.1 }), never);
      await bench.waitForState(({ status }) => status === 'busy');
      bench.sim.dropConnections();
      expect(await bench.settle(result)).toMatchObject({ ok: true, value: { widthMeters: widthAt(0) } });
      expect(grips()).toBe(1);
    });

    it('shows a device that is gone, and finds it again', async () => {
      await bench.sim.close();
      const lost = await bench.waitForState(({ connected }) => !connected);
      expect(lost).toMatchObject({ status: 'error', error: expect.stringContaining('No connection to') });
      expect(await actuate(move(widthAt(0)))).toMatchObject({
        ok: false,
        failure: { reason: 'unreachable', mayRetry: true },
      });
      await bench.sim.start(bench.port);
      await bench.waitForState(({ connected, status }) => connected && status === 'idle');
    });

    it('keeps to its schemas whatever happens', async () => {
      const results = [await actuate(move(widthAt(0))), await actuate(move(9))];
      bench.sim.faults.refusing = true;
      results.push(await actuate(move(widthAt(1))));
      for (const result of results) expect(gripperResultSchema.parse(result)).toEqual(result);
    });
  });
}

function demand<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('this kind has the capability but a piece of it is missing');
  return value;
}
