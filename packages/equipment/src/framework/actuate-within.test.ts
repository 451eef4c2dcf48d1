import type { SimulatedDeviceFault } from '@cellwright/domain/equipment';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  type AnyCommandedDevice,
  type CommandedCapabilityName,
  commandedCapabilities,
  isCommandedCapability,
} from '../capabilities/index.ts';
import { capabilitiesOfKind, type EquipmentKind, equipmentContracts, equipmentKinds } from '../contracts.ts';
import { setFault } from '../sims.ts';
import { simulatedFaultsOf } from '../simulated-faults.ts';
import { openBench } from '../testing/device-bench.fixture.ts';
import { actuateWithin, deviceTimeOf } from './actuate-within.ts';

const limitMS = 3000;
const stuck = ['silent', 'jammed'] as const satisfies readonly SimulatedDeviceFault[];

/** Without a sensor, a motion that does not happen cannot be detected. */
const hasNoSensor: ReadonlySet<EquipmentKind> = new Set(['CustomGripper']);

interface Row {
  readonly kind: EquipmentKind;
  readonly capability: CommandedCapabilityName;
  readonly fault: SimulatedDeviceFault;
}

const rows: readonly Row[] = equipmentKinds.flatMap((kind) => {
  const faults = simulatedFaultsOf(equipmentContracts[kind].config.parse({ kind }));
  const commanded = capabilitiesOfKind(kind).filter(isCommandedCapability);
  return commanded.flatMap((capability) =>
    stuck
      .filter((fault) => faults.includes(fault) && !(hasNoSensor.has(kind) && fault === 'jammed'))
      .map((fault) => ({ kind, capability, fault })),
  );
});

describe('actuateWithin', () => {
  it.each(rows)('fails a $kind that is $fault as a device, by name, before the time is over', async (row) => {
    const { kind, capability, fault } = row;
    const bench = await openBench(kind);
    try {
      setFault(bench.sim, fault, true);
      const device: AnyCommandedDevice | undefined = bench.driver.capabilities[capability];
      if (!device) throw new Error(`no ${capability}`);
      const { example, failureKind } = commandedCapabilities[capability];
      const actuated = { id: 'device_1', name: 'Claw', capability, device, driver: bench.driver };
      const limit = { clock: bench.clock, limitMS, signal: new AbortController().signal };
      const begunAt = bench.clock.now();
      const result = await bench.settle(actuateWithin(actuated, example.command, limit));
      expect(bench.clock.now() - begunAt).toBeLessThanOrEqual(limitMS + 200);
      const message = expect.stringContaining("'Claw'");
      expect(result).toMatchObject({ failure: { kind: failureKind, equipmentID: 'device_1', message } });
    } finally {
      await bench.close();
    }
  });

  it('commands a silent device to stop and reports that it did not answer', async () => {
    const bench = await openBench('OnRobot2FG7');
    setFault(bench.sim, 'silent', true);
    const device = bench.driver.capabilities.gripper;
    if (!device) throw new Error('no gripper');
    const { command } = commandedCapabilities.gripper.example;
    const result = await bench.settle(
      actuateWithin(
        {
          ...{ id: 'g1', name: 'Claw', capability: 'gripper' as const, driver: bench.driver },
          device: { actuate: () => device.actuate(command, new AbortController().signal) },
        },
        command,
        { clock: bench.clock, limitMS: 1000, signal: new AbortController().signal },
      ),
    );
    expect(result).toMatchObject({
      failure: {
        reason: 'timeout',
        message:
          "'Claw': The gripper did not end the command within 1.0 s and was stopped. It did not answer. Check it before continuing",
      },
    });
    await bench.close();
  });

  it('ends as stopped when the caller stops the command', async () => {
    const bench = await openBench('OnRobot2FG7');
    setFault(bench.sim, 'jammed', true);
    const device = bench.driver.capabilities.gripper;
    if (!device) throw new Error('no gripper');
    const abort = new AbortController();
    const actuated = {
      id: 'g1',
      name: 'Claw',
      capability: 'gripper' as const,
      device,
      driver: bench.driver,
    };
    const { command } = commandedCapabilities.gripper.example;
    const ended = actuateWithin(actuated, command, { clock: bench.clock, limitMS, signal: abort.signal });
    await bench.pass(200);
    abort.abort();
    expect(await bench.settle(ended)).toEqual({ ok: false, stopped: true });
    await bench.close();
  });
});

describe('The first command to a device', () => {
  const status = { type: 'inputRegister', offset: 20, onWhen: 'equals' } as const;
  const servo = {
    interface: 'modbus',
    modbusOutputs: [
      { when: 'closing', type: 'holdingRegister', offset: 10, value: 2 },
      { when: 'opening', type: 'holdingRegister', offset: 10, value: 1 },
    ],
    modbusSensors: [
      { ...status, tells: 'open', onValue: 1 },
      { ...status, tells: 'closed', onValue: 2 },
    ],
  };
  const firstUses = [
    ...rows.filter(({ fault }) => fault === 'silent').map((row) => ({ ...row, fields: {} })),
    { kind: 'CustomGripper', capability: 'gripper', fields: servo } as const,
  ];

  async function failureOf({ kind, capability, fields }: (typeof firstUses)[number], isUnread: boolean) {
    const bench = await openBench(kind, fields, { isUnread });
    try {
      const device: AnyCommandedDevice | undefined = bench.driver.capabilities[capability];
      if (!device) throw new Error(`no ${capability}`);
      const actuated = { id: 'device_1', name: 'Claw', capability, device, driver: bench.driver };
      const limit = { clock: bench.clock, limitMS: 20_000, signal: new AbortController().signal };
      const { command } = commandedCapabilities[capability].example;
      return deviceResultSchema.parse(await bench.settle(actuateWithin(actuated, command, limit))).failure;
    } finally {
      await bench.close();
    }
  }

  it.each(firstUses)('ends like a later one although the $kind has not been read yet', async (use) => {
    expect(await failureOf(use, true)).toEqual(await failureOf(use, false));
  });
});

const deviceResultSchema = z.object({ failure: z.unknown().optional() });

describe('deviceTimeOf', () => {
  it('leaves the caller time to receive the failure', () => {
    expect(deviceTimeOf(9900)).toBe(9400);
    expect(deviceTimeOf(200)).toBe(100);
  });
});
