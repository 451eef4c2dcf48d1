/** Conformance cases for commands of every device with actions. */
import {
  type ActionsDescription,
  actionsLiveStateSchema,
  commandedCapabilities,
  resultSchemaOf,
} from '../capabilities/index.ts';
import { describeCapability } from '../contracts.ts';
import type { CommandedTrial } from './commanded.ts';
import { equal, holds, matches } from './expect.ts';
import { type DeviceCase, type DeviceRig, demand, deviceOf, inSimulation, never, onAnyDevice } from './rig.ts';

export const describeActions = ({ config }: DeviceRig): ActionsDescription =>
  demand(describeCapability(config, 'actions'));
const actuate = (rig: DeviceRig, action: string, signal = never) =>
  rig.settle(deviceOf(rig, 'actions').actuate({ action }, signal));
const told = ({ sim }: DeviceRig) => demand(sim?.simulated.actions).commands;

/** For a kind whose first action takes a while. */
export const actionTrial: CommandedTrial<'actions'> = {
  capability: 'actions',
  deviceOf: (rig) => deviceOf(rig, 'actions'),
  slow: (rig) => ({ action: demand(describeActions(rig).actions[0]).name }),
  impossible: { action: 'explode' },
  countCommands: ({ simulated }) => demand(simulated.actions).commands.length,
};

export const actionsCases: readonly DeviceCase[] = [
  onAnyDevice('carries out each of its actions, by name and by id, and reports its sensors afterwards', async (rig) => {
    const { actions, sensors } = describeActions(rig);
    for (const { id, name } of actions) {
      for (const action of [name, id]) {
        const result = await actuate(rig, action);
        matches(result, { ok: true });
        equal(resultSchemaOf<unknown>(commandedCapabilities.actions).parse(result), result);
        equal(
          result.ok && result.value.sensors.map((sensor) => sensor.id),
          sensors.map((sensor) => sensor.id),
        );
      }
    }
  }),
  onAnyDevice('shows each of its sensors', async (rig) => {
    await rig.pass(1500);
    const { sensors } = actionsLiveStateSchema.parse(rig.driver.state());
    equal(
      sensors.map(({ id }) => id),
      describeActions(rig).sensors.map(({ id }) => id),
    );
    for (const { name, value, problem } of sensors) holds(value !== undefined, `${name} is known: ${problem}`);
  }),
  onAnyDevice('rejects an unknown action and sends nothing', async (rig) => {
    const since = rig.sim ? told(rig).length : 0;
    const failure = { kind: 'ExecutionFailure', reason: 'outOfRange', message: /no action 'explode'/ };
    matches(await actuate(rig, 'explode'), { ok: false, failure });
    if (rig.sim) equal(told(rig).length, since);
  }),
  onAnyDevice('never sends a request that was stopped before', async (rig) => {
    const since = rig.sim ? told(rig).length : 0;
    const [first] = describeActions(rig).actions;
    equal(await actuate(rig, demand(first).name, AbortSignal.abort()), { ok: false, stopped: true });
    if (rig.sim) equal(told(rig).length, since);
  }),
  inSimulation('sets outputs once for each action', async (rig) => {
    for (const { name } of describeActions(rig).actions) {
      const since = told(rig).length;
      await actuate(rig, name);
      const places = told(rig)
        .slice(since)
        .map(({ place }) => place);
      holds(places.length > 0, `${name} sets something`);
      equal(new Set(places).size, places.length, 'each output is set once');
    }
  }),
];
