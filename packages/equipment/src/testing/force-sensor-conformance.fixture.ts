import { deepStrictEqual, ok } from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import {
  type ForceSample,
  type ForceSensorLiveState,
  findNamed,
  forceSensorLiveStateSchema,
  type SimulatedForceSensor,
  type Wrench,
} from '../capabilities/index.ts';
import { describeCapability, type EquipmentKind } from '../contracts.ts';
import { type DeviceBench, openBench } from './device-bench.fixture.ts';
import { demand } from './device-conformance.fixture.ts';

const never = new AbortController().signal;
/** Every axis with a value of its own, both signs. */
const pressed: Wrench = { force: [-12.3, 4.5, -67.8], torque: [0.123, -2.345, 0.678] };
const nothing: Wrench = { force: [0, 0, 0], torque: [0, 0, 0] };

/** Something that every force sensor must do; throws where it does not. */
export interface ForceSensorCase {
  readonly title: string;
  run(bench: DeviceBench): Promise<void>;
}

const stateOf = ({ driver }: DeviceBench): ForceSensorLiveState => forceSensorLiveStateSchema.parse(driver.state());
const press = ({ sim }: DeviceBench, wrench: Wrench) =>
  demand<SimulatedForceSensor>(sim.simulated.forceSensor).press(wrench);
const zero = (bench: DeviceBench) => {
  const { zeroAction } = demand(describeCapability(bench.config, 'forceSensor'));
  return bench.settle(demand(bench.driver.capabilities.actions).actuate({ action: zeroAction }, never));
};

/** Axis by axis, so that one that is dropped, scaled, swapped or taken without its sign is noticed. */
export const forceSensorCases: readonly ForceSensorCase[] = [
  {
    title: 'tells force and torque on each axis, in newtons and newton metres, with their signs',
    async run(bench) {
      press(bench, pressed);
      await bench.pass(500);
      const { force, torque } = stateOf(bench);
      deepStrictEqual({ force, torque }, { force: [...pressed.force], torque: [...pressed.torque] });
    },
  },
  {
    title: 'offers each of them as a sensor with its unit, and the size of the force',
    async run(bench) {
      press(bench, pressed);
      await bench.pass(500);
      const { sensors } = stateOf(bench);
      const readingOf = (id: string) => {
        const { value, unit } = demand(findNamed(sensors, id));
        return [value, unit];
      };
      deepStrictEqual(readingOf('forceZ'), [-67.8, 'N']);
      deepStrictEqual(readingOf('torqueY'), [-2.345, 'Nm']);
      deepStrictEqual(readingOf('Force'), [69.05, 'N']);
    },
  },
  {
    title: 'is set to zero with what presses on it, and tells what presses beyond that',
    async run(bench) {
      press(bench, pressed);
      const result = await zero(bench);
      ok(result.ok);
      deepStrictEqual(demand(bench.sim.simulated.actions).commands.length, 1);
      const [x, y, z] = pressed.force;
      press(bench, { ...pressed, force: [x, y, z - 10] });
      await bench.pass(500);
      const { force, torque } = stateOf(bench);
      deepStrictEqual(
        force?.map((newtons) => Math.round(newtons * 10) / 10 + 0),
        [0, 0, -10],
      );
      deepStrictEqual(torque, [0, 0, 0]);
    },
  },
  {
    title: 'says so when it is not at zero afterwards, because it is stuck',
    async run(bench) {
      press(bench, pressed);
      bench.sim.faults.jammed = true;
      const result = await zero(bench);
      ok(!result.ok && 'failure' in result);
      deepStrictEqual(result.failure.reason, 'targetNotReached');
      ok(result.failure.message.includes('let the arm stand still'), result.failure.message);
    },
  },
  {
    title: 'feels what the arm of a simulated control box presses on',
    async run(bench) {
      bench.box.press([0, 0, -30, 1.5, 0, 0]);
      await bench.pass(500);
      deepStrictEqual(stateOf(bench).force, [0, 0, -30]);
      bench.box.press([]);
      await bench.pass(500);
      deepStrictEqual(stateOf(bench).force, [0, 0, 0]);
    },
  },
  {
    title: 'tells a follower of a force within 50 ms, and nothing when it is no longer followed',
    async run(bench) {
      await bench.pass(1000);
      const { samples, end } = follow(bench);
      await bench.pass(100);
      press(bench, pressed);
      await bench.pass(50);
      const last = samples.at(-1);
      ok(last?.ok);
      deepStrictEqual(last.force, [...pressed.force]);
      ok(samples.length >= 8, `${samples.length} samples in 150 ms`);
      end();
      const heard = samples.length;
      await bench.pass(500);
      deepStrictEqual(samples.length, heard);
    },
  },
  {
    title: 'tells a follower that it does not answer, and measures again when it does',
    async run(bench) {
      const { samples } = follow(bench);
      await bench.pass(50);
      await bench.sim.close();
      await bench.pass(200);
      const lost = samples.at(-1);
      ok(lost && !lost.ok);
      ok(lost.problem.length > 0);
      await bench.restartSim();
      await bench.waitForState(({ connected }) => connected);
      await bench.pass(100);
      ok(samples.at(-1)?.ok);
    },
  },
  {
    title: 'tells a follower that it is closed, and why',
    async run(bench) {
      const { samples } = follow(bench);
      await bench.pass(50);
      await bench.settle(bench.driver.close('It was switched off'));
      deepStrictEqual(samples.at(-1), { ok: false, problem: 'It was switched off' });
    },
  },
];

function follow({ driver }: DeviceBench): { samples: ForceSample[]; end: () => void } {
  const samples: ForceSample[] = [];
  const end = demand(driver.capabilities.forceSensor).follow((sample) => samples.push(sample));
  return { samples, end };
}

/** What every force sensor must do: run on the kind's simulator, through its driver, over a real socket. */
export function testForceSensorConformance(kind: EquipmentKind): void {
  it.each(forceSensorCases.map((one) => [one.title, one] as const))('%s', async (_, { run }) => {
    const bench = await openBench(kind);
    try {
      await run(bench);
    } finally {
      await bench.close();
    }
  });

  describe('while nothing was measured', () => {
    it('tells no force, and each sensor without a value', async () => {
      const bench = await openBench(kind);
      press(bench, nothing);
      await bench.sim.close();
      await bench.waitForState(({ connected }) => !connected);
      const { force, sensors } = stateOf(bench);
      expect(force).toBeUndefined();
      expect(sensors.every(({ value }) => value === undefined)).toBe(true);
      await bench.close();
    });
  });
}
