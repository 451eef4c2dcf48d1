import { describe, expect, it } from 'vitest';
import { inchesPerMinute } from '../../capabilities/welder.ts';
import { BoxInMemory, createDriver, createScanner } from '../../drivers.ts';
import {
  otherTransports,
  parameters,
  setValues,
  stateOf,
  testAssemblyWelder,
} from '../../testing/assembly-welder.fixture.ts';
import { openBench } from '../../testing/device-bench.fixture.ts';
import { testHeldArc, weld } from '../../testing/held-arc.fixture.ts';

const everySignal = { touchDetected: '0.4', wireStuckCheck: '0.3' };

testHeldArc('WeldMachineMiller', everySignal);
testAssemblyWelder('WeldMachineMiller', everySignal);

describe('The kind WeldMachineMiller', () => {
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
});
