/** Conformance cases for every force sensor. The tool on a real one must not touch anything. */
import {
  type ForceSample,
  type ForceSensorDescription,
  type ForceSensorLiveState,
  findNamed,
  forceSensorLiveStateSchema,
  forceSensors,
  type Wrench,
} from '../capabilities/index.ts';
import { describeCapability } from '../contracts.ts';
import { equal, holds, matches, near } from './expect.ts';
import { type DeviceCase, type DeviceRig, demand, deviceOf, inSimulation, never, onAnyDevice } from './rig.ts';

/** A distinct value for every axis, with both signs. */
const pressed: Wrench = { force: [-12.3, 4.5, -67.8], torque: [0.123, -2.345, 0.678] };
/** Fraction of its range that a sensor may drift within seconds after it was zeroed. */
const drift = 0.03;

const describeSensor = ({ config }: DeviceRig): ForceSensorDescription =>
  demand(describeCapability(config, 'forceSensor'));
const stateOf = ({ driver }: DeviceRig): ForceSensorLiveState => forceSensorLiveStateSchema.parse(driver.state());
const press = ({ sim }: DeviceRig, wrench: Wrench) => demand(sim?.simulated.forceSensor).press(wrench);
const zero = (rig: DeviceRig) =>
  rig.settle(deviceOf(rig, 'actions').actuate({ action: describeSensor(rig).zeroAction }, never));

export function follow({ driver }: DeviceRig): { samples: ForceSample[]; end: () => void } {
  const samples: ForceSample[] = [];
  const end = demand(driver.capabilities.forceSensor).follow((sample) => samples.push(sample));
  return { samples, end };
}

/** One axis at a time, so that a dropped, scaled or swapped axis or a lost sign is detected. */
const told: readonly DeviceCase[] = [
  inSimulation('reports force and torque on each axis, in newtons and newton metres, with their signs', async (rig) => {
    press(rig, pressed);
    await rig.pass(500);
    const { force, torque } = stateOf(rig);
    equal({ force, torque }, { force: [...pressed.force], torque: [...pressed.torque] });
  }),
  onAnyDevice('reports force and torque within its nominal range', async (rig) => {
    const { forceRange, torqueRange } = describeSensor(rig);
    await rig.pass(500);
    const { force, torque } = stateOf(rig);
    for (const newtons of demand(force)) near(newtons, 0, forceRange, 'force');
    for (const newtonMeters of demand(torque)) near(newtonMeters, 0, torqueRange, 'torque');
  }),
  onAnyDevice('provides each of them as a sensor with its unit', async (rig) => {
    await rig.pass(500);
    const { sensors } = stateOf(rig);
    equal(
      sensors.map(({ id, unit }) => [id, unit]),
      forceSensors.map(({ id, unit }) => [id, unit]),
    );
    for (const { name, value } of sensors) holds(typeof value === 'number', `${name} is known`);
  }),
  inSimulation('reports the magnitude of the force and each of its components by name', async (rig) => {
    press(rig, pressed);
    await rig.pass(500);
    const { sensors } = stateOf(rig);
    const readingOf = (id: string) => demand(findNamed(sensors, id)).value;
    equal([readingOf('forceZ'), readingOf('torqueY'), readingOf('Force')], [-67.8, -2.345, 69.05]);
  }),
];

const zeroed: readonly DeviceCase[] = [
  onAnyDevice('can be zeroed and then reports no force', async (rig) => {
    matches(await zero(rig), { ok: true });
    await rig.pass(500);
    const { forceRange, torqueRange } = describeSensor(rig);
    const { force, torque } = stateOf(rig);
    for (const newtons of demand(force)) near(newtons, 0, drift * forceRange, 'force');
    for (const newtonMeters of demand(torque)) near(newtonMeters, 0, drift * torqueRange, 'torque');
  }),
  inSimulation('can be zeroed under load and then reports only further load', async (rig) => {
    press(rig, pressed);
    matches(await zero(rig), { ok: true });
    equal(demand(rig.sim?.simulated.actions).commands.length, 1);
    const [x, y, z] = pressed.force;
    press(rig, { ...pressed, force: [x, y, z - 10] });
    await rig.pass(500);
    const { force, torque } = stateOf(rig);
    equal(
      force?.map((newtons) => Math.round(newtons * 10) / 10 + 0),
      [0, 0, -10],
    );
    equal(torque, [0, 0, 0]);
  }),
  inSimulation('fails when it is not at zero afterwards because it is jammed', async (rig) => {
    press(rig, pressed);
    demand(rig.sim).faults.jammed = true;
    const failure = { reason: 'targetNotReached', message: /[Kk]eep the arm still/ };
    matches(await zero(rig), { ok: false, failure });
  }),
];

const followed: readonly DeviceCase[] = [
  onAnyDevice(
    'sends the force to a listener about fifty times a second, and nothing after the listener is removed',
    async (rig) => {
      const { samples, end } = follow(rig);
      await rig.pass(1000);
      end();
      const heard = samples.length;
      holds(heard >= 30, `${heard} samples in a second`);
      holds(
        samples.every(({ ok }) => ok),
        'each is a measurement',
      );
      await rig.pass(500);
      equal(samples.length, heard);
    },
  ),
  inSimulation('sends a change of the force to a listener within 50 ms', async (rig) => {
    await rig.pass(1000);
    const { samples, end } = follow(rig);
    await rig.pass(100);
    press(rig, pressed);
    await rig.pass(50);
    end();
    matches(samples.at(-1), { ok: true, force: [...pressed.force] });
  }),
  inSimulation('reports to a listener that it does not answer, and measures again when it does', async (rig) => {
    const { samples } = follow(rig);
    await rig.pass(50);
    await demand(rig.sim).close();
    await rig.pass(200);
    matches(samples.at(-1), { ok: false, problem: /./ });
    await rig.restartSim();
    await rig.waitForState(({ connected }) => connected);
    await rig.pass(100);
    matches(samples.at(-1), { ok: true });
  }),
  inSimulation('reports to a listener that it is closed, and why', async (rig) => {
    const { samples } = follow(rig);
    await rig.pass(50);
    await rig.settle(rig.driver.close('It was switched off'));
    equal(samples.at(-1), { ok: false, problem: 'It was switched off' });
  }),
  inSimulation('reports no force while nothing was measured, and each sensor without a value', async (rig) => {
    await demand(rig.sim).close();
    await rig.waitForState(({ connected }) => !connected);
    const { force, sensors } = stateOf(rig);
    equal(force, undefined);
    holds(
      sensors.every(({ value }) => value === undefined),
      'no sensor has a value',
    );
  }),
];

export const forceSensorCases: readonly DeviceCase[] = [...told, ...zeroed, ...followed];
