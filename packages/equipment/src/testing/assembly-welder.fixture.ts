/** For tests: requirements for weld machines whose signals are in assemblies. */
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { inchesPerMinute, type WeldParameters, welderLiveStateSchema } from '../capabilities/welder.ts';
import { parseEquipmentConfig } from '../contracts.ts';
import { BoxInMemory, createDriver, createScannerInMemory, type DriverContext } from '../drivers.ts';
import { createSim } from '../sims.ts';
import type { CyclicBank } from '../transport/scanner.ts';
import { type DeviceBench, openBench } from './device-bench.fixture.ts';
import { weld } from './held-arc.fixture.ts';

const never = new AbortController().signal;
export const parameters: WeldParameters = {
  ...{ process: 'constantVoltage', voltage: 17.2, arcLength: -2.5, arcControl: 25 },
  wireSpeed: 240 / inchesPerMinute,
};

const unused = () => {
  throw new Error('only EtherNet/IP is spoken here');
};
export const otherTransports = { openModbus: unused, openLines: unused, openFtp: unused, openHttp: unused };

export const stateOf = ({ driver }: Pick<DeviceBench, 'driver'>) => welderLiveStateSchema.parse(driver.state());
const commandsOf = ({ sim }: Pick<DeviceBench, 'sim'>) => sim.simulated.welder?.commands.map(({ isArcOn }) => isArcOn);
export const setValues = ({ driver, settle }: Pick<DeviceBench, 'driver' | 'settle'>, values: WeldParameters) =>
  settle(Promise.resolve(driver.capabilities.welder?.actuate({ action: 'setParameters', parameters: values }, never)));

export type AssemblyKind = 'WeldMachineEsab' | 'WeldMachineGeneric' | 'WeldMachineMiller';

/** A driver with assemblies in memory, on a virtual clock. */
export function startInMemory(
  kind: AssemblyKind,
  fields: object,
  find: (bank: CyclicBank | undefined) => CyclicBank | undefined,
) {
  const clock = new VirtualClock();
  const parsed = parseEquipmentConfig({ kind, ...fields });
  if (!parsed.isValid) throw new Error(parsed.config.problems.join());
  const sim = createSim(parsed.config, { clock });
  const context: DriverContext = {
    ...{ address: { host: '127.0.0.1', port: 1 }, clock, ...otherTransports },
    openScanner: createScannerInMemory(clock, () => find(sim.cyclic)),
    openPorts: () => new BoxInMemory(clock).open(),
  };
  const driver = createDriver(parsed.config, context);
  driver.start();
  return { clock, sim, driver };
}

/** @param fields configuration with which the machine reports everything */
export function testAssemblyWelder(kind: AssemblyKind, fields: Readonly<Record<string, unknown>>): void {
  describe(`The assemblies of the kind ${kind}`, () => {
    it('show the values of the arc, as the machine measures them, while it burns', async () => {
      const bench = await openBench(kind, fields);
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

    it('end the arc four packet intervals after the cell has fallen silent', async () => {
      const bench = await openBench(kind, fields);
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

    it('work without sockets, on a virtual clock, as in a dry run', async () => {
      const { clock, sim, driver } = startInMemory(kind, fields, (bank) => bank);
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
}
