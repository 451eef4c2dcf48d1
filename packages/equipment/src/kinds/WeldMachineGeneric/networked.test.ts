import ModbusRTU from 'modbus-serial';
import { describe, expect, it } from 'vitest';
import { isWeldFieldUsed, parseEquipmentConfig, wiredPortsOf } from '../../contracts.ts';
import { BoxInMemory, createDriver, createScanner, readOnly } from '../../drivers.ts';
import {
  otherTransports,
  parameters,
  setValues,
  startInMemory,
  stateOf,
  testAssemblyWelder,
} from '../../testing/assembly-welder.fixture.ts';
import { type DeviceBench, openBench } from '../../testing/device-bench.fixture.ts';
import { testHeldArc, weld } from '../../testing/held-arc.fixture.ts';

const signals = { touchDetected: '0.4', wireStuck: '0.5', wireStuckCheck: '0.5', processWord: '6' };
const overEthernetIP = { interface: 'ethernetIP', positions: signals };
/** The map of a machine: registers 100 to 102 to it, 200 to 205 from it, bits beyond the low byte. */
const overModbus = {
  interface: 'modbus',
  modbus: { outputRegister: 100, inputRegister: 200 },
  positions: {
    ...{ weldStart: '0.8', robotReady: '0.9', gas: '0.15', errorReset: '0.10', touchSense: '0.11' },
    ...{ wireInch: '0.0', wireRetract: '0.1', wireStuckCheck: '0.2', wireSpeedWord: '1', voltageWord: '2' },
    ...{ arcEstablished: '0.12', powerSourceReady: '0.13', currentFlow: '0.14', machineFault: '0.15' },
    ...{
      wireStuck: '0.0',
      touchDetected: '0.1',
      errorNumber: '1',
      voltageRead: '2',
      currentRead: '3',
      wireSpeedRead: '5',
    },
  },
};
const commandsOf = ({ sim }: Pick<DeviceBench, 'sim'>) => sim.simulated.welder?.commands.map(({ isArcOn }) => isArcOn);

testHeldArc('WeldMachineGeneric', overModbus, 4);
testHeldArc('WeldMachineGeneric', overEthernetIP, 4);
testAssemblyWelder('WeldMachineGeneric', overEthernetIP);

describe('The kind WeldMachineGeneric over Modbus', () => {
  it('has its signals and values in the registers of its configuration', async () => {
    const bench = await openBench('WeldMachineGeneric', overModbus);
    const client = new ModbusRTU();
    client.setID(1);
    await client.connectTCP('127.0.0.1', { port: bench.port });
    const read = async () => (await bench.settle(client.readInputRegisters(200, 6))).data;
    expect(await read()).toEqual([0x2000, 0, 0, 0, 0, 0]);
    await bench.settle(client.writeRegisters(100, [0x0300, 240, 172]));
    for (let step = 0; step < 40; step++) {
      await bench.settle(client.writeRegisters(100, [0x0300, 240, 172]));
      await bench.pass(10);
    }
    expect(await read()).toEqual([0x7000, 0, 172, 152, 0, 240]);
    await bench.settle(client.writeRegisters(100, [0x0100, 240, 172]));
    expect(await read()).toEqual([0x2000, 0, 0, 0, 0, 0]);
    await new Promise<void>((resolve) => void client.destroy(() => resolve()));
    await bench.close();
  });

  it('ends the arc within its time-out when the cell no longer writes, and starts none when the cell is back', async () => {
    const bench = await openBench('WeldMachineGeneric', overModbus);
    await weld(bench, 'startArc');
    // The machine alone, as if the process had died with its connection half open: the last write is at most one interval old.
    const since = bench.clock.now();
    await bench.clock.advance(60);
    expect(commandsOf(bench)).toEqual([true, false]);
    expect((bench.sim.simulated.welder?.commands.at(-1)?.at ?? 0) - since).toBeLessThanOrEqual(5 * 8);
    await bench.pass(3000);
    expect(stateOf(bench)).toMatchObject({ connected: true, welder: { arc: 'off', fault: 'notHeld' } });
    expect(commandsOf(bench)).toEqual([true, false]);
    await bench.close();
  });

  it('loses a machine that does not answer, and starts no arc when it is back', async () => {
    const bench = await openBench('WeldMachineGeneric', overModbus);
    await weld(bench, 'startArc');
    bench.sim.faults.silent = true;
    await bench.waitForState(({ error }) => error === 'The device did not answer within 200 ms');
    expect(stateOf(bench)).toMatchObject({ connected: false, status: 'error', welder: { arc: 'unknown' } });
    await bench.pass(100);
    bench.sim.faults.silent = false;
    await bench.waitForState(({ connected }) => connected);
    await bench.pass(2000);
    expect(commandsOf(bench)).toEqual([true, false]);
    await bench.close();
  });

  it('sets values for the next arc, and measures the arc', async () => {
    const bench = await openBench('WeldMachineGeneric', overModbus);
    expect(await setValues(bench, parameters)).toMatchObject({ ok: true });
    await weld(bench, 'startArc');
    await bench.pass(500);
    expect(stateOf(bench).arcValues).toEqual({ voltage: 17.2, current: 152, wireSpeed: 0.1016 });
    await bench.close();
  });

  it('writes nothing in a connection test', async () => {
    const bench = await openBench('WeldMachineGeneric', overModbus);
    const { config, clock, port } = bench;
    const transports = readOnly({ ...otherTransports, openScanner: createScanner(clock) });
    const box = new BoxInMemory(clock);
    const address = { host: '127.0.0.1', port };
    const driver = createDriver(config, { ...transports, address, clock, openPorts: () => box.open() });
    driver.start();
    await bench.settle(driver.whenKnown());
    const started = driver.capabilities.welder?.actuate({ action: 'startArc' }, new AbortController().signal);
    await bench.pass(500);
    await bench.settle(driver.close());
    await started;
    expect(commandsOf(bench)).toEqual([]);
    await bench.close();
  });

  it('works without sockets, as in a dry run', async () => {
    const { clock, sim, driver } = startInMemory('WeldMachineGeneric', overModbus, (bank) => bank);
    await clock.advance(500);
    const started = driver.capabilities.welder?.actuate({ action: 'startArc' }, new AbortController().signal);
    await clock.advance(2000);
    expect(await started).toEqual({ ok: true, value: { arc: 'on' } });
    const closed = driver.close();
    await clock.advance(2000);
    await closed;
    expect(commandsOf({ sim })).toEqual([true, false]);
  });
});

describe('The configuration of the kind WeldMachineGeneric', () => {
  const problemsOf = (fields: object) => {
    const parsed = parseEquipmentConfig({ kind: 'WeldMachineGeneric', ...fields });
    return parsed.isValid ? [] : parsed.config.problems;
  };

  it.each([
    [{ interface: 'ethernetIP', positions: { gas: '0.8' } }, /^positions.gas: Enter byte and bit/],
    [{ interface: 'modbus', positions: { gas: '0.16' } }, /^positions.gas: Enter register and bit/],
    [{ interface: 'modbus', positions: { gas: '120.0' } }, /^positions.gas: Beyond the 120 registers/],
    [{ interface: 'modbus', positions: { voltageWord: '2' } }, /^positions.voltageWord: This position already has/],
    [{ interface: 'ethernetIP', positions: { voltageWord: '3' } }, /^positions.voltageWord: This position already has/],
    [{ interface: 'ethernetIP', positions: { currentRead: '31' } }, /^positions.currentRead: .* beyond the end/],
    [{ gas: 'Output 1' }, /^gas: This port already has another meaning/],
  ])('refuses %j', (fields, problem) => {
    expect(problemsOf(fields)).toEqual([expect.stringMatching(problem)]);
  });

  it('accepts bits of the high byte over Modbus, and ports of another interface', () => {
    expect(problemsOf({ interface: 'modbus', positions: { gas: '0.15', voltageWord: '3' } })).toEqual([]);
    expect(problemsOf({ interface: 'modbus', gas: 'Output 1' })).toEqual([]);
  });

  it.each([
    ['wired', ['weldStart', 'gas', 'gasPreflowMS'], ['positions', 'modbus', 'assemblies', 'hostname', 'voltageStep']],
    ['modbus', ['positions', 'modbus', 'hostname', 'arcPermit', 'gasPreflowMS'], ['weldStart', 'assemblies']],
    ['ethernetIP', ['positions', 'assemblies', 'voltageStep', 'name'], ['machineFault', 'modbus']],
  ])('shows the fields of the interface %s only', (weldInterface, used, unused) => {
    expect(used.filter((field) => !isWeldFieldUsed(field, weldInterface))).toEqual([]);
    expect(unused.filter((field) => isWeldFieldUsed(field, weldInterface))).toEqual([]);
  });

  it('needs only the arc permit of the control box', () => {
    const ports = wiredPortsOf({ kind: 'WeldMachineGeneric', interface: 'modbus', arcPermit: 'Output 9' });
    expect(ports).toMatchObject([{ kind: 'Output', port: 9, role: 'Output: arc permit', use: 'driven' }]);
  });
});
