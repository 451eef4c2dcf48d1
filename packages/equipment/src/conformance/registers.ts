/** Conformance cases for commands of every device with registers; nothing is changed on a real device. */

import type { DeviceResult } from '../capabilities/capability.ts';
import {
  commandedCapabilities,
  type RegisterDescription,
  type RegistersCommand,
  type RegistersOutcome,
  type RegisterValue,
  registersLiveStateSchema,
  resultSchemaOf,
  type SimulatedRegisters,
} from '../capabilities/index.ts';
import { describeCapability } from '../contracts.ts';
import { equal, holds, matches } from './expect.ts';
import { type DeviceCase, type DeviceRig, demand, deviceOf, inSimulation, never, onAnyDevice } from './rig.ts';

const registersOf = ({ config }: DeviceRig): readonly RegisterDescription[] =>
  demand(describeCapability(config, 'registers')).registers;
const simulatedOf = ({ sim }: DeviceRig): SimulatedRegisters => demand(sim?.simulated.registers);
const actuate = (rig: DeviceRig, command: RegistersCommand, signal = never): Promise<DeviceResult<RegistersOutcome>> =>
  rig.settle(deviceOf(rig, 'registers').actuate(command, signal));
const read = (rig: DeviceRig, ...registers: string[]) => actuate(rig, { operation: 'read', registers });
const write = (rig: DeviceRig, register: string, value: RegisterValue) =>
  actuate(rig, { operation: 'write', values: [{ register, value }] });
const writesOf = (rig: DeviceRig): number => (rig.sim ? simulatedOf(rig).writes.length : 0);

async function readValue(rig: DeviceRig, register: string): Promise<RegisterValue> {
  const result = await read(rig, register);
  matches(result, { ok: true, value: { values: [{ register }] } });
  return demand(result.ok ? result.value.values[0]?.value : undefined);
}

async function isRefused(command: Promise<DeviceResult<RegistersOutcome>>, words: RegExp) {
  const result = await command;
  matches(result, { ok: false, failure: { kind: 'NetworkRequestFailure', reason: 'outOfRange', message: words } });
  equal(resultSchemaOf<unknown>(commandedCapabilities.registers).parse(result), result);
}

/** Values that distinguish formats, orders and registers; a register takes those that it can hold. */
const tellingValues: readonly RegisterValue[] = [-200, 1.5, 0x1234, 70_001, -13 * 2 ** 31, true, false, 1];

export const registersCases: readonly DeviceCase[] = [
  onAnyDevice('reads each register, by its name and by its id', async (rig) => {
    for (const { id, name } of registersOf(rig)) equal(await readValue(rig, name), await readValue(rig, id), name);
  }),
  onAnyDevice('reads several at once, in the requested order', async (rig) => {
    const names = registersOf(rig)
      .map(({ name }) => name)
      .reverse();
    const result = await read(rig, ...names);
    equal(result.ok && result.value.values.map(({ register }) => register), names);
  }),
  onAnyDevice('shows the value of each register', async (rig) => {
    await rig.pass(1500);
    const { registers } = registersLiveStateSchema.parse(rig.driver.state());
    equal(
      registers.map(({ id }) => id),
      registersOf(rig).map(({ id }) => id),
    );
    for (const { name, value, problem } of registers) holds(value !== undefined, `${name} is known: ${problem}`);
  }),
  onAnyDevice('writes the current value of a register and reads it back', async (rig) => {
    for (const { name, isWritable } of registersOf(rig)) {
      if (!isWritable) continue;
      const value = await readValue(rig, name);
      const values = [{ register: name, value }];
      equal(await write(rig, name, value), { ok: true, value: { values } });
      equal(await readValue(rig, name), value, name);
    }
  }),
  onAnyDevice('rejects unknown registers and writes to read-only ones', async (rig) => {
    const since = writesOf(rig);
    await isRefused(read(rig, 'Nothing like it'), /has no register 'Nothing like it'/);
    await isRefused(write(rig, 'Nothing like it', 1), /has no register 'Nothing like it'/);
    for (const { name, isWritable } of registersOf(rig))
      if (!isWritable) await isRefused(write(rig, name, 1), /can only be read/);
    equal(writesOf(rig), since, 'nothing was written');
  }),
  onAnyDevice('rejects a value that no register can hold, and writes nothing', async (rig) => {
    const since = writesOf(rig);
    for (const { name, isWritable } of registersOf(rig)) {
      // Anything but 0 is true for a boolean register.
      if (!isWritable || typeof (await readValue(rig, name)) === 'boolean') continue;
      matches(await write(rig, name, 1e300), { ok: false, failure: { reason: 'outOfRange' } });
    }
    equal(writesOf(rig), since, 'nothing was written');
  }),
  onAnyDevice('never sends a request that was stopped before', async (rig) => {
    const [register] = registersOf(rig);
    const command: RegistersCommand = { operation: 'read', registers: [demand(register).name] };
    equal(await actuate(rig, command, AbortSignal.abort()), { ok: false, stopped: true });
  }),
  onAnyDevice('rejects a second command while one is in progress', async (rig) => {
    const [register] = registersOf(rig);
    const command: RegistersCommand = { operation: 'read', registers: [demand(register).name] };
    const first = deviceOf(rig, 'registers').actuate(command, never);
    matches(await actuate(rig, command), { ok: false, failure: { reason: 'busy', mayRetry: true } });
    matches(await rig.settle(first), { ok: true });
  }),
  inSimulation('writes each value that a register can hold and changes no other register', async (rig) => {
    const all = registersOf(rig);
    for (const { id, isWritable } of all) {
      if (!isWritable) continue;
      for (const value of tellingValues) {
        const before = all.map((other) => [other.id, simulatedOf(rig).get(other.id)]);
        if (!(await write(rig, id, value)).ok) continue;
        const after = all.map((other) => [other.id, simulatedOf(rig).get(other.id)]);
        const wanted = before.map(([other, held]) => [other, other === id ? sameAs(value, held) : held]);
        equal(after, wanted);
        // Other programs may accept only 1 for true.
        const isTrue = value === true && typeof simulatedOf(rig).get(id) === 'boolean';
        if (isTrue) equal(simulatedOf(rig).writes.at(-1)?.values, [1]);
      }
    }
  }),
  inSimulation('writes several in the order of the command, each once', async (rig) => {
    const names = registersOf(rig).flatMap(({ name, isWritable }) => (isWritable ? [name] : []));
    const since = writesOf(rig);
    const values = names.map((register, index) => ({ register, value: index % 2 }));
    matches(await actuate(rig, { operation: 'write', values }), { ok: true });
    equal(writesOf(rig) - since, names.length);
    equal(
      await Promise.all(values.map(async ({ register }) => Number(simulatedOf(rig).get(idOf(rig, register))))),
      values.map(({ value }) => value),
    );
  }),
  inSimulation('reads the current values of the device and follows its own changes', async (rig) => {
    for (const { id, name } of registersOf(rig)) {
      for (const value of [1, 0]) {
        const told = sameAs(value, simulatedOf(rig).get(id));
        simulatedOf(rig).set(id, told);
        equal(await readValue(rig, name), told, name);
        await rig.waitForState((state) => {
          const { registers } = registersLiveStateSchema.parse(state);
          return registers.find((register) => register.id === id)?.value === told;
        });
      }
    }
  }),
];

function idOf(rig: DeviceRig, wanted: string): string {
  return demand(registersOf(rig).find(({ name }) => name === wanted)).id;
}

/** Returns the value as a register shows it that shows another value like this. */
function sameAs(value: RegisterValue, shown: RegisterValue | string | undefined): RegisterValue {
  return typeof shown === 'boolean' ? Boolean(value) : Number(value);
}
