import { VirtualClock } from '@cellwright/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inchesPerMinute, type WeldParameters, welderLiveStateSchema } from '../../capabilities/welder.ts';
import { parseEquipmentConfig } from '../../contracts.ts';
import { BoxInMemory, createDriver, createScanner, createScannerInMemory, type DriverContext } from '../../drivers.ts';
import { createSim } from '../../sims.ts';
import { type DeviceBench, openBench } from '../../testing/device-bench.fixture.ts';
import { testHeldArc, weld } from '../../testing/held-arc.fixture.ts';
import { readBit, readWord, writeBit, writeWord } from './contract-positions.ts';

const never = new AbortController().signal;
const everySignal = { touchDetected: '0.4', wireStuckCheck: '0.3' };
const parameters: WeldParameters = {
  ...{ process: 'constantVoltage', voltage: 17.2, arcLength: -2.5, arcControl: 25 },
  wireSpeed: 240 / inchesPerMinute,
};

const unused = () => {
  throw new Error('only EtherNet/IP is spoken here');
};
const otherTransports = { openModbus: unused, openLines: unused, openFtp: unused, openHttp: unused };

const stateOf = ({ driver }: Pick<DeviceBench, 'driver'>) => welderLiveStateSchema.parse(driver.state());
const commandsOf = ({ sim }: Pick<DeviceBench, 'sim'>) => sim.simulated.welder?.commands.map(({ isArcOn }) => isArcOn);
const setValues = ({ driver, settle }: DeviceBench, values: WeldParameters) =>
  settle(Promise.resolve(driver.capabilities.welder?.actuate({ action: 'setParameters', parameters: values }, never)));

testHeldArc('WeldMachineMiller', everySignal);

describe('The kind WeldMachineMiller', () => {
  it('shows the values of the arc, as the machine measures them, while it burns', async () => {
    const bench = await openBench('WeldMachineMiller', everySignal);
    expect(await setValues(bench, parameters)).toMatchObject({ ok: true });
    expect(stateOf(bench).arcValues).toEqual({ voltage: 0, current: 0, wireSpeed: 0 });
    await weld(bench, 'startArc');
    await bench.pass(500);
    expect(stateOf(bench).arcValues).toEqual({ voltage: 17.2, current: 152, wireSpeed: 0.1016 });
    await weld(bench, 'stopArc');
    await bench.pass(500);
    expect(stateOf(bench).arcValues).toEqual({ voltage: 0, current: 0, wireSpeed: 0 });
    await bench.close();
  });

  it.each([
    ['voltage', { ...parameters, voltage: 44.1 }],
    ['arc length', { ...parameters, arcLength: -11 }],
    ['arc control', { ...parameters, arcControl: 51 }],
    ['wire speed', { ...parameters, wireSpeed: 781 / inchesPerMinute }],
  ])('refuses a value beyond the range of its %s', async (name, values) => {
    const bench = await openBench('WeldMachineMiller');
    const result = await setValues(bench, values);
    const message = `The machine does not take this ${name}. Choose one within its range`;
    expect(result).toMatchObject({ ok: false, failure: { reason: 'outOfRange', message } });
    await bench.close();
  });

  it('ends the arc four packet intervals after the cell has fallen silent', async () => {
    const bench = await openBench('WeldMachineMiller', everySignal);
    await weld(bench, 'startArc');
    bench.sim.faults.silent = true;
    await bench.pass(120);
    expect(commandsOf(bench)).toEqual([true, false]);
    expect(stateOf(bench)).toMatchObject({ connected: false, status: 'error', welder: { arc: 'unknown' } });
    expect(stateOf(bench).error).toContain('no longer sends EtherNet/IP packets');
    bench.sim.faults.silent = false;
    await bench.waitForState(({ connected }) => connected);
    await bench.pass(2000);
    expect(commandsOf(bench)).toEqual([true, false]);
    await bench.close();
  });

  it('has a machine of its own for each robot session', async () => {
    const bench = await openBench('WeldMachineMiller', everySignal);
    const { config, clock, port } = bench;
    const twin = createDriver(config, {
      ...{ address: { host: '127.0.0.1', port }, clock, ...otherTransports },
      openScanner: createScanner(clock),
      openPorts: () => new BoxInMemory(clock).open(),
    });
    twin.start();
    await bench.settle(twin.whenKnown());
    expect(twin.state()).toMatchObject({ connected: true, status: 'idle' });
    expect(await weld(bench, 'startArc')).toMatchObject({ ok: true });
    await bench.pass(1000);
    expect(stateOf({ driver: twin }).welder).toEqual({ arc: 'off' });
    await bench.settle(twin.close());
    await bench.pass(200);
    expect(stateOf(bench).welder).toEqual({ arc: 'on' });
    await bench.close();
  });

  it('keeps the values of the arc over a lost connection', async () => {
    const bench = await openBench('WeldMachineMiller', everySignal);
    await setValues(bench, parameters);
    bench.sim.dropConnections();
    await bench.waitForState(({ connected }) => !connected);
    await bench.waitForState(({ connected }) => connected);
    await weld(bench, 'startArc');
    await bench.pass(500);
    expect(stateOf(bench).arcValues?.voltage).toBe(17.2);
    await bench.close();
  });

  it.each([
    ['instances', { inputInstance: 101 }, /0x0117\): the device does not have these assemblies/],
    ['sizes', { outputSize: 40 }, /0x0127\): the size of the outputs does not match/],
  ])('says why the machine refuses the connection with other %s', async (_what, fields, reason) => {
    const machine = await openBench('WeldMachineMiller');
    const bench = await openBench('WeldMachineMiller', { ...fields }, { port: machine.port });
    await bench.waitForState(({ error }) => error !== undefined && reason.test(error));
    await bench.close();
    await machine.close();
  });

  it('welds without sockets, on a virtual clock, as in a dry run', async () => {
    const clock = new VirtualClock();
    const { config } = parseEquipmentConfig({ kind: 'WeldMachineMiller', ...everySignal });
    if (config.kind !== 'WeldMachineMiller') throw new Error('it is another kind');
    const sim = createSim(config, { clock });
    const context: DriverContext = {
      ...{ address: { host: '127.0.0.1', port: 1 }, clock, ...otherTransports },
      openScanner: createScannerInMemory(clock, () => sim.cyclic),
      openPorts: () => new BoxInMemory(clock).open(),
    };
    const driver = createDriver(config, context);
    driver.start();
    await clock.advance(500);
    expect(driver.state()).toMatchObject({ connected: true, status: 'idle' });
    const started = driver.capabilities.welder?.actuate({ action: 'startArc' }, never);
    await clock.advance(2000);
    expect(await started).toEqual({ ok: true, value: { arc: 'on' } });
    const closed = driver.close();
    await clock.advance(2000);
    await closed;
    expect(commandsOf({ sim })).toEqual([true, false]);
  });
});

describe('the positions of WeldMachineMiller', () => {
  it('must not overlap, and must be in the assembly', () => {
    const problemsOf = (fields: object) => {
      const parsed = parseEquipmentConfig({ kind: 'WeldMachineMiller', ...fields });
      return parsed.isValid ? [] : parsed.config.problems;
    };
    expect(problemsOf({ gas: '0.0' })).toEqual(['gas: This position already has another meaning']);
    expect(problemsOf({ voltageWord: '5' })).toEqual(['voltageWord: This position already has another meaning']);
    expect(problemsOf({ currentRead: '31' })).toEqual(['currentRead: This position is beyond the end of the assembly']);
    expect(problemsOf({ gas: '0.8' })[0]).toContain('Enter byte and bit');
    expect(problemsOf({ gas: 'none', voltageWord: 'none' })).toEqual([]);
  });

  it('return what was written there, and change nothing else', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 8, maxLength: 8 }),
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 0, max: 7 }),
        fc.integer({ min: 0, max: 65_535 }),
        fc.boolean(),
        (image, byte, bit, word, isOn) => {
          const changed = image.slice();
          writeWord(changed, String(byte), word);
          expect(readWord(changed, String(byte))).toBe(word);
          writeWord(changed, String(byte), readWord(image, String(byte)));
          writeBit(changed, `${byte}.${bit}`, isOn);
          expect(readBit(changed, `${byte}.${bit}`)).toBe(isOn);
          writeBit(changed, `${byte}.${bit}`, readBit(image, `${byte}.${bit}`));
          expect(changed).toEqual(image);
        },
      ),
    );
  });
});
