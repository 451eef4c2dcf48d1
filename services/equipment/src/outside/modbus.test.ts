import { inchesPerMinute, welderLiveStateSchema } from '@cellwright/equipment/capabilities';
import { type EquipmentKind, equipmentContracts, equipmentKinds } from '@cellwright/equipment/contracts';
import { type AnySim, createSim } from '@cellwright/equipment/sims';
import { systemClock } from '@cellwright/service-kit';
import { pickRows } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type ModbusRow, modbusRows } from './modbus-kinds.fixture.ts';
import { openDriver } from './open-driver.fixture.ts';
import { type OutsidePeer, startPeer } from './peers.fixture.ts';

const configOf = ({ kind, fields = {} }: Pick<ModbusRow, 'kind' | 'fields'>) =>
  equipmentContracts[kind].config.parse({ kind, ...fields });
const timeout = 30_000;
const everyThird = (offset: number) => modbusRows.filter((_, index) => index % 3 === offset);

it('the table has every kind with registers', () => {
  const hasRegisters = (kind: EquipmentKind) =>
    createSim(configOf({ kind }), { clock: systemClock }).registers !== undefined;
  const listed = new Set(modbusRows.map(({ kind }) => kind));
  expect(equipmentKinds.filter(hasRegisters).filter((kind) => !listed.has(kind))).toEqual([]);
});

/** A device that accepts commands of any capability. */
type Commanded = { actuate(command: unknown, signal: AbortSignal): Promise<unknown> } | undefined;

describe('a third-party Modbus server that holds its registers', () => {
  it.for(pickRows(modbusRows, everyThird(0)))(
    "works with the driver of a $kind: it reads them, and writes the manufacturer's values",
    { timeout },
    async (row) => {
      const peer = startPeer('modbus-server', String(row.unit));
      peer.tell(row.atRest);
      const { port } = z.object({ port: z.number() }).parse(await peer.next());
      const driver = await openDriver(configOf(row), port);
      try {
        expect(driver.state()).toMatchObject(row.state);
        const [capability, command] = row.command;
        const device: Commanded = driver.capabilities[capability];
        const result = device?.actuate(command, new AbortController().signal);
        const written: unknown[] = [];
        while (written.length < row.writes.length) written.push(await peer.next());
        expect(written).toEqual(row.writes);
        await driver.close('The test has seen enough');
        await result;
      } finally {
        await driver.close();
        await peer.end();
      }
    },
  );
});

describe('a third-party Modbus client', () => {
  it.for(pickRows(modbusRows, everyThird(1)))(
    'works with the simulator of a $kind: it shows its registers, and executes commands',
    { timeout },
    async (row) => {
      const sim = createSim(configOf(row), { clock: systemClock });
      const peer = startPeer('modbus-client', String(await sim.start(0)), String(row.unit));
      const ask = async (...question: readonly unknown[]) => {
        peer.tell(question);
        return peer.next();
      };
      try {
        await makeReady(row, ask);
        for (const [read, offset, values] of row.atRest) {
          const wanted = read < 3 ? values.map((value) => value !== 0) : values;
          expect(await ask('read', read, offset, values.length)).toEqual({ values: wanted });
        }
        for (const [write, offset, values] of row.writes) expect(await ask('write', write, offset, values)).toEqual({});
        expect(commandsOf(sim, row)).toMatchObject(row.told);
        // Exception 2: illegal data address.
        expect(await ask('read', 3, 0xe000, 1)).toEqual({ exception: 2 });
      } finally {
        await peer.end();
        await sim.close();
      }
    },
  );
});

type Ask = (...question: readonly unknown[]) => ReturnType<OutsidePeer['next']>;

async function makeReady({ prepare }: ModbusRow, ask: Ask): Promise<void> {
  if (!prepare) return;
  const { write, until } = prepare;
  await ask('write', ...write);
  const [read, offset, values] = until;
  await expect.poll(() => ask('read', read, offset, values.length)).toEqual({ values });
}

/** Returns the last commands of the simulator, in the number that the row expects. */
function commandsOf({ simulated }: AnySim, { command: [capability], told }: ModbusRow): readonly unknown[] {
  const { gripper, vacuum, screwdriver, lift, actions, registers, machine, door, workholding, welder } = simulated;
  const all: readonly unknown[] =
    {
      gripper: gripper?.commands,
      vacuum: vacuum?.commands,
      screwdriver: screwdriver?.commands,
      lift: lift?.commands,
      actions: actions?.commands,
      registers: registers?.writes,
      machine: machine?.commands,
      door: door?.commands,
      workholding: workholding?.commands,
      welder: welder?.commands,
      files: [],
    }[capability] ?? [];
  return all.slice(-told.length);
}

/** A machine whose arc follows its weld start: both are the same bit, and the measured values are the set ones. */
const echoingWelder = equipmentContracts.WeldMachineGeneric.config.parse({
  ...{ kind: 'WeldMachineGeneric', interface: 'modbus', packetIntervalMS: 100 },
  modbus: { outputRegister: 40, inputRegister: 40, inputTable: 'holdingRegister' },
  positions: {
    ...{ weldStart: '0.9', robotReady: '0.0', gas: '0.1', wireSpeedWord: '1', voltageWord: '2' },
    ...{ arcEstablished: '0.9', powerSourceReady: 'none', machineFault: 'none' },
    ...{ wireSpeedRead: '1', voltageRead: '2', currentRead: 'none' },
  },
});

describe('a weld machine that is a third-party Modbus server', () => {
  it('strikes an arc with its values, which it reads back, and ends it', { timeout }, async () => {
    const never = new AbortController().signal;
    const peer = startPeer('modbus-server', '1');
    peer.tell([[3, 40, [0, 0, 0]]]);
    const { port } = z.object({ port: z.number() }).parse(await peer.next());
    const driver = await openDriver(echoingWelder, port);
    const stateOf = () => welderLiveStateSchema.parse(driver.state());
    const { welder } = driver.capabilities;
    try {
      expect(stateOf()).toMatchObject({ connected: true, status: 'idle', welder: { arc: 'off' } });
      const wireSpeed = 240 / inchesPerMinute;
      const parameters = { process: 'unset', voltage: 17.2, arcLength: 0, arcControl: 0, wireSpeed } as const;
      expect(await welder?.actuate({ action: 'setParameters', parameters }, never)).toMatchObject({ ok: true });
      const readBurningArc = async () => {
        const started = await welder?.actuate({ action: 'startArc' }, never);
        return started?.ok ? stateOf().arcValues : started;
      };
      // Again on a busy machine, where this process may be late by more than the four intervals.
      const patience = { timeout: 20_000, interval: 200 };
      await expect.poll(readBurningArc, patience).toMatchObject({ voltage: 17.2, wireSpeed: 0.1016 });
      let written = await peer.next();
      while (JSON.stringify(written) !== '[16,40,[515,240,172]]') written = await peer.next();
      expect(await welder?.actuate({ action: 'stopArc' }, never)).toMatchObject({ ok: true });
      // Gas flows for a moment after the arc.
      while (JSON.stringify(written) !== '[16,40,[2,240,172]]') written = await peer.next();
    } finally {
      await driver.close();
      await peer.end();
    }
  });
});
