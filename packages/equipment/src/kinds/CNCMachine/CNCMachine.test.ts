import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type MachineCommand, machineLiveStateSchema } from '../../capabilities/machine.ts';
import { demand, never } from '../../conformance/rig.ts';
import { addressOf, drivenPortsOf, parseEquipmentConfig } from '../../contracts.ts';
import { type DeviceBench, openBench } from '../../testing/device-bench.fixture.ts';
import { machineMessages } from './contract-checks.ts';
import { dispatcherText } from './contract-dispatcher.ts';

let bench: DeviceBench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

const problemsOf = (fields: object) => {
  const parsed = parseEquipmentConfig({ kind: 'CNCMachine', ...fields });
  return parsed.isValid ? [] : parsed.config.problems;
};
const send = (on: DeviceBench, command: MachineCommand, signal = never) =>
  on.settle(demand(on.driver.capabilities.machine).actuate(command, signal));
const cyclesOf = ({ sim }: DeviceBench) =>
  demand(sim.simulated.machine).commands.flatMap((each) => (each.kind === 'cycle' ? [each.program] : []));
const machineOf = ({ driver }: DeviceBench) => machineLiveStateSchema.parse(driver.state()).machine;

describe('CNCMachine configuration', () => {
  it.each([
    [
      { autodoor: { isFitted: true, closed: { via: 'network' } } },
      'autodoor.open.via',
      machineMessages.doorNeedsOutputs,
    ],
    [
      { autodoor: { isFitted: true, open: { via: 'network' }, close: { via: 'network' } } },
      'autodoor.closed.via',
      machineMessages.doorNeedsSensor,
    ],
    [{ workholdings: [{ id: 'w' }] }, 'workholdings.0.clamp.via', machineMessages.holdingNeedsOutputs],
    [{ cycle: { parameterMacro: 10_000 } }, 'cycle.parameterMacro', machineMessages.sameVariable],
    [{ cycle: { parameterRegister: 0 } }, 'cycle.parameterRegister', machineMessages.sameVariable],
    [{ deviceInterface: 'controlBoxIO', cellSafe: { via: 'network' } }, 'cellSafe.via', machineMessages.noNetwork],
    [{ cellSafe: { via: 'port' } }, 'cellSafe.ioPort', 'Choose the signal'],
    [
      { deviceInterface: 'modbusTCP', cellSafe: { via: 'network', type: 'inputRegister' } },
      'cellSafe.type',
      'An action can set a holding register or a coil. Choose another type',
    ],
  ])('refuses %j', (fields, path, message) => {
    expect(problemsOf(fields)).toEqual([`${path}: ${message}`]);
  });

  it('refuses two workholdings of one name', () => {
    const holding = { clamp: { via: 'network' }, unclamp: { via: 'network' } };
    const workholdings = [
      { id: 'a', ...holding },
      { id: 'b', ...holding },
    ];
    expect(problemsOf({ workholdings })).toEqual([`workholdings.1.name: ${machineMessages.namedTwice}`]);
  });

  it('claims the ports that it is wired to, also on a network', () => {
    const config = {
      kind: 'CNCMachine',
      cycle: { startOutput: 'Output 1' },
      cellSafe: { via: 'port', ioPort: 'Relay 2' },
    };
    expect(drivenPortsOf(config)).toEqual(['Output 1', 'Relay 2']);
    const parsed = parseEquipmentConfig(config);
    expect(parsed.isValid && addressOf(parsed.config)).toEqual({ host: '192.168.1.10', port: 5051 });
  });
});

describe('CNCMachine dispatcher program', () => {
  it('takes the request before the call, and reads variables behind twelve empty lines', () => {
    const text = dispatcherText({ dispatcherProgram: 9000, commandMacro: 10_000, parameterMacro: 10_001 });
    const lines = text.trimEnd().split('\r\n');
    expect(lines.slice(0, 3)).toEqual(['%', 'O09000 (CELLWRIGHT DISPATCHER)', '(#10000 COMMAND, #10001 PROGRAM)']);
    expect(lines.filter((line) => line === ';')).toHaveLength(24);
    const place = (line: string) => lines.indexOf(line);
    expect(place('G103 P1')).toBeLessThan(place('IF [#10000 NE 1] GOTO 900'));
    expect(place('#10000= 12')).toBeLessThan(place('M98 P#10001'));
    expect(place('M98 P#10001')).toBeLessThan(place('#10000= 2'));
    expect(lines.slice(-3)).toEqual(['M30', 'N900 #3000= 15 (USER CYCLE START)', '%']);
  });
});

describe('CNCMachine on a Haas control', () => {
  it('shows an alarm if a person presses cycle start without a request, and runs nothing', async () => {
    bench = await openBench('CNCMachine', { cycle: { startOutput: 'Output 1' } });
    demand(bench.sim.simulated.machine).pressCycleStart();
    await bench.waitForState(() => bench !== undefined && machineOf(bench).status === 'fault');
    expect(cyclesOf(bench)).toEqual([]);
  });

  it('gives up a program that the machine does not start, and withdraws the request', async () => {
    bench = await openBench('CNCMachine', { cycle: { startOutput: 'Output 1', startTimeoutMS: 100 } });
    expect(await send(bench, { action: 'start', program: 5 })).toMatchObject({ failure: { reason: 'timeout' } });
    expect(await send(bench, { action: 'observe' })).toMatchObject({ value: { request: 'none' } });
    await bench.pass(1000);
    expect(cyclesOf(bench)).toEqual([]);
  });

  it('starts nothing while another program than the dispatcher is selected', async () => {
    bench = await openBench('CNCMachine', { cycle: { dispatcherProgram: 9000 } });
    const lines = demand(bench.sim.lines);
    const answer = lines.answer.bind(lines);
    lines.answer = (question) => (question === '?Q500' ? 'PROGRAM, O00012, IDLE, PARTS, 3' : answer(question));
    const refused = await send(bench, { action: 'prepare' });
    expect(refused).toMatchObject({
      failure: { message: 'The control has O00012 selected. Select O09000 in MEM mode' },
    });
  });

  it('never runs a requested program twice, whatever is lost, stopped or pressed', async () => {
    const incident = fc.constantFrom('stop', 'drop', 'press', 'none');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(incident, fc.nat(600)), { minLength: 1, maxLength: 4 }), async (incidents) => {
        const one = await openBench('CNCMachine', { cycle: { startOutput: 'Output 1', startTimeoutMS: 2000 } });
        try {
          for (const [index, [kind, afterMS]] of incidents.entries()) {
            await send(one, { action: 'prepare' });
            const abort = new AbortController();
            const started = demand(one.driver.capabilities.machine).actuate(
              { action: 'start', program: index + 1 },
              abort.signal,
            );
            await one.pass(afterMS);
            if (kind === 'stop') abort.abort();
            if (kind === 'drop') one.sim.dropConnections();
            if (kind === 'press') demand(one.sim.simulated.machine).pressCycleStart();
            await one.settle(started);
            await one.pass(4000);
          }
          const cycles = cyclesOf(one);
          expect(new Set(cycles).size).toBe(cycles.length);
        } finally {
          await one.close();
        }
      }),
      { numRuns: propertyRuns(5, 300) },
    );
  });
});
