import { readFileSync } from 'node:fs';
import { packagedDeviceOf, parseEquipmentConfig } from '@cellwright/equipment/contracts';
import { createDryRunModules } from '@cellwright/equipment/drivers';
import { casesOf, type DeviceBench, openBench } from '@cellwright/equipment/testing';
import { loadKindPackages } from '@cellwright/steps/packaged';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openModules } from './in-process-modules.fixture.ts';

const template = new URL('../../../../examples/kind-packages/signal-tower/', import.meta.url);
const manifest = readFileSync(new URL('cellwright.json', template), 'utf8');
const source = readFileSync(new URL('index.js', template), 'utf8');
const kind = 'signal-tower/SignalTower';
const never = new AbortController().signal;

const load = () => loadKindPackages([{ folder: 'signal-tower', manifest: { ok: true, value: manifest } }]);
load();
afterAll(() => void loadKindPackages([]));

const parsed = parseEquipmentConfig({ kind });
if (!parsed.isValid) throw new Error(parsed.config.problems.join());

let bench: DeviceBench;
const open = async (change = (text: string) => text) =>
  openBench(kind, {}, { modules: await openModules(change(source)) });
const actuate = (action: string, signal = never) => {
  const { actions } = bench.driver.capabilities;
  if (!actions) throw new Error('The device has no actions');
  return bench.settle(actions.actuate({ action }, signal));
};
const told = () => bench.sim.simulated.actions?.commands.map(({ value }) => value);

describe('A device of a package', () => {
  beforeEach(async () => {
    bench = await open();
  });
  afterEach(() => bench.close());

  it.each(casesOf(parsed.config).map((one) => [one.title, one] as const))('%s', (_, one) => one.run(bench));

  it('returns what its module reads, with names and units of its manifest', async () => {
    expect(await actuate('Show alarm')).toEqual({
      ok: true,
      value: {
        sensors: [
          { id: 'green', name: 'Green lamp', value: 'low' },
          { id: 'red', name: 'Red lamp', value: 'high' },
          { id: 'temperature', name: 'Temperature', value: 23.5, unit: '°C' },
        ],
      },
    });
    expect(told()).toEqual([1]);
  });

  it('has its traffic recorded, as the devices of the product', async () => {
    await actuate('Show alarm');
    const [connection] = bench.traffic.read(100);
    expect(connection).toMatchObject({ protocol: 'stream', address: `127.0.0.1:${bench.port}` });
    const texts = connection?.frames.map(({ direction, hex }) => `${direction} ${Buffer.from(hex, 'hex').toString()}`);
    expect(texts).toContainEqual(expect.stringMatching(/^sent LAMPS 0 1/));
    expect(texts).toContainEqual(expect.stringMatching(/^received /));
  });

  it('does not know the outcome when the connection ends instead of an answer, and never repeats the command', async () => {
    bench.sim.faults.hangUpOnCommand = true;
    expect(await actuate('run')).toMatchObject({
      ok: false,
      failure: { reason: 'outcomeUnknown', mayRetry: false, message: expect.stringMatching(/check it before/) },
    });
    bench.sim.faults.hangUpOnCommand = false;
    await bench.waitForState(({ connected }) => connected);
    await bench.pass(3000);
    expect(told()).toHaveLength(1);
  });

  it('becomes unreachable while it does not answer, and ready again afterwards', async () => {
    bench.sim.faults.silent = true;
    const lost = await bench.waitForState(({ connected }) => !connected);
    expect(lost).toMatchObject({ status: 'error', error: 'The device did not answer within 2000 ms' });
    bench.sim.faults.silent = false;
    expect(await bench.waitForState(({ connected }) => connected)).toMatchObject({ status: 'idle' });
  });

  it('cannot be reached without its connection, and nothing is sent', async () => {
    await bench.sim.close();
    await bench.waitForState(({ connected }) => !connected);
    expect(await actuate('run')).toMatchObject({ ok: false, failure: { reason: 'unreachable', mayRetry: true } });
    expect(told()).toEqual([]);
  });
});

describe('A module of a package', () => {
  afterEach(() => bench.close());

  it('fails an action with its own words', async () => {
    bench = await open((text) => text.replace('`LAMPS', '`FLASH'));
    expect(await actuate('run')).toMatchObject({
      ok: false,
      failure: {
        reason: 'deviceFault',
        message: "'Show running' failed: The tower refused FLASH 1 0: unknown command",
      },
    });
  });

  it('ends with a stop while it waits, and another one stops the device', async () => {
    bench = await open((text) =>
      text.replace('async act(', "async stop(_settings, line) { await ask(line, 'LAMPS 0 0'); },\n async act("),
    );
    bench.sim.faults.silent = true;
    const stop = new AbortController();
    const result = actuate('alarm', stop.signal);
    await bench.pass(300);
    bench.sim.faults.silent = false;
    stop.abort();
    expect(await result).toEqual({ ok: false, stopped: true });
    await bench.pass(500);
    expect(told()).toEqual([1, 0]);
  });

  it('may only return declared sensors', async () => {
    bench = await open((text) => text.replace('return { green:', 'return { blue: 1, green:'));
    expect(bench.driver.state()).toMatchObject({
      connected: false,
      error: expect.stringContaining('The package returned an invalid reading'),
    });
  });

  it('does not run in a dry run, which assumes what the manifest declares', async () => {
    bench = await openBench(kind, {}, { modules: createDryRunModules(packagedDeviceOf) });
    const before = bench.clock.now();
    expect(await actuate('alarm')).toMatchObject({
      ok: true,
      value: { sensors: [{ value: 'low' }, { value: 'high' }, { value: 20 }] },
    });
    expect(bench.clock.now() - before).toBeGreaterThanOrEqual(100);
    expect(told()).toEqual([]);
  });
});
