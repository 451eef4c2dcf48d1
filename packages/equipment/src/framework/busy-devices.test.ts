import { countFollowers, VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import {
  type AnyCommandedDevice,
  type CommandedCapabilityName,
  commandedCapabilities,
  isCommandedCapability,
} from '../capabilities/index.ts';
import { capabilitiesOfKind, type EquipmentKind, equipmentContracts } from '../contracts.ts';
import { createDriver } from '../drivers.ts';
import { createSim } from '../sims.ts';
import { FakeBox } from '../testing/fake-box.fixture.ts';
import type { ModbusException, RegisterBank } from '../transport/modbus.ts';
import { createModbusInMemory } from '../transport/modbus-in-memory.ts';

interface Row {
  readonly kind: EquipmentKind;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly command?: unknown;
}

const write = { operation: 'write', values: [{ register: 'Start', value: 1 }] };
const action = { id: 'clamp', kind: 'clamp', actionOutputs: [{ type: 'holdingRegister', offset: 3 }] };
const rows: readonly Row[] = [
  { kind: 'OnRobot2FG7' },
  { kind: 'OnRobot3FG15', command: { ...commandedCapabilities.gripper.example.command, widthMeters: 0.1 } },
  { kind: 'DHGripper', command: { ...commandedCapabilities.gripper.example.command, forceNewtons: undefined } },
  { kind: 'OnRobotVG' },
  { kind: 'OnRobotScrewdriver' },
  { kind: 'Lift' },
  { kind: 'CustomGripper', fields: { interface: 'modbus' } },
  { kind: 'CustomDevice', fields: { deviceInterface: 'modbusTCP', actions: [action] }, command: { action: 'clamp' } },
  { kind: 'ModbusTCPServer', fields: { registers: [{ id: 'start', name: 'Start', offset: 1 }] }, command: write },
];

/** Returns registers that answer the first `count` writes with an exception. */
function refuseWrites(bank: RegisterBank, exception: ModbusException, count: number): RegisterBank {
  let left = count;
  const refusal = () => (left-- > 0 ? exception : undefined);
  return {
    read: (offset, length, table) => bank.read(offset, length, table),
    write: (offset, values) => refusal() ?? bank.write(offset, values),
    ...(bank.readBits && { readBits: bank.readBits.bind(bank) }),
    ...(bank.writeCoils && { writeCoils: (offset, values) => refusal() ?? bank.writeCoils?.(offset, values) }),
  };
}

async function actuate(
  { kind, fields = {}, command }: Row,
  exception: ModbusException,
  count: number,
  { signal } = new AbortController(),
) {
  const clock = new VirtualClock();
  const config = equipmentContracts[kind].config.parse({ kind, ...fields });
  const box = new FakeBox(clock);
  const sim = createSim(config, { clock, boxes: [box] });
  if (!sim.registers) throw new Error('no registers');
  const bank = refuseWrites(sim.registers, exception, count);
  const unused = () => {
    throw new Error('not in this test');
  };
  const driver = createDriver(config, {
    ...{ address: { host: 'in-memory', port: 0 }, clock, openPorts: () => box.open() },
    ...{ openLines: unused, openFtp: unused, openHttp: unused, openScanner: unused },
    openModbus: createModbusInMemory(clock, () => bank),
  });
  driver.start();
  await clock.runUntilSettled(driver.whenKnown());
  const capability = capabilitiesOfKind(kind).filter(isCommandedCapability)[0] satisfies
    | CommandedCapabilityName
    | undefined;
  const device: AnyCommandedDevice | undefined = capability && driver.capabilities[capability];
  if (!capability || !device) throw new Error('no capability');
  const asked = command ?? commandedCapabilities[capability].example.command;
  const result = await clock.runUntilSettled(device.actuate(asked, signal));
  await clock.runUntilSettled(driver.close());
  return result;
}

describe.each(rows)('A busy $kind', (row) => {
  it.each(['acknowledge', 'busy', 'gatewayPath'] as const)(
    'carries out a command after the answer %s',
    async (exception) => {
      expect(await actuate(row, exception, 0)).toMatchObject({ ok: true });
      expect(await actuate(row, exception, 3)).toMatchObject({ ok: true });
    },
  );

  it('leaves nothing registered at the signal of its caller', async () => {
    const caller = new AbortController();
    expect(await actuate(row, 'busy', 3, caller)).toMatchObject({ ok: true });
    expect(countFollowers(caller.signal)).toBe(0);
  });

  it('reports that nothing was done and that the command may be retried, when it stays busy', async () => {
    const result = await actuate(row, 'busy', Number.POSITIVE_INFINITY);
    expect(result).toMatchObject({ ok: false, failure: { reason: 'busy', mayRetry: true } });
  });

  it('reports an unknown outcome when its gateway got no answer', async () => {
    // The first write to a DH gripper only initialises it and may be repeated.
    if (row.kind === 'DHGripper') return;
    const result = await actuate(row, 'gatewayTarget', 1);
    expect(result).toMatchObject({ ok: false, failure: { reason: 'outcomeUnknown', mayRetry: false } });
    expect(result).toMatchObject({ failure: { message: expect.stringContaining('it is unknown whether') } });
  });
});
