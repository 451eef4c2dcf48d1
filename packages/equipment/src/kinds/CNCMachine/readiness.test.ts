import { readinessCheckIDs } from '@cellwright/domain/equipment';
import { afterEach, describe, expect, it } from 'vitest';
import { demand, never } from '../../conformance/rig.ts';
import { type DeviceBench, openBench } from '../../testing/device-bench.fixture.ts';

let bench: DeviceBench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

const wire = (ioPort: string) => ({ via: 'port', ioPort });
const lathe = {
  cycle: { startOutput: 'Output 1' },
  autodoor: {
    isFitted: true,
    ...{ open: wire('Output 2'), close: wire('Output 3'), opened: wire('Input 1'), closed: wire('Input 2') },
  },
};

/** Results of the checks in order, and the problems among them. */
async function check(on: DeviceBench) {
  const { checks } = await on.settle(demand(on.driver.capabilities.readiness).check(never));
  expect(checks.map(({ id }) => id)).toEqual(readinessCheckIDs);
  const problems = checks.flatMap(({ result, detail }) => (result === 'failed' ? [detail] : []));
  return { results: checks.map(({ result }) => result), problems };
}
const commandsOf = ({ sim }: DeviceBench) => demand(sim.simulated.machine).commands;

describe('Readiness of a CNCMachine', () => {
  it('finds all parts ready, and starts nothing for it', async () => {
    bench = await openBench('CNCMachine', lathe);
    expect(await check(bench)).toEqual({ results: ['ok', 'ok', 'ok', 'ok', 'ok', 'ok'], problems: [] });
    await bench.pass(2000);
    expect(commandsOf(bench)).toEqual([]);
    expect(bench.box.log).toEqual([]);
  });

  it('leaves out what the machine does not have', async () => {
    bench = await openBench('CNCMachine', { deviceInterface: 'controlBoxIO' });
    const { results } = await check(bench);
    expect(results).toEqual(['ok', 'notUsed', 'notUsed', 'notUsed', 'notUsed', 'unknown']);
  });

  it('names an address at which nothing answers', async () => {
    bench = await openBench('CNCMachine', { ...lathe, timeoutMS: 300 });
    await bench.sim.close();
    const { results, problems } = await check(bench);
    expect(results).toEqual(['failed', 'unknown', 'unknown', 'unknown', 'unknown', 'ok']);
    expect(problems).toHaveLength(1);
  });

  it('names a control that does not answer questions', async () => {
    bench = await openBench('CNCMachine', { ...lathe, timeoutMS: 300 });
    bench.sim.faults.silent = true;
    const { results, problems } = await check(bench);
    expect(results.slice(0, 2)).toEqual(['ok', 'failed']);
    expect(problems[0]).toMatch(/setting 143/);
  });

  it('names variables that cannot be written, the wrong program, a door between its ends and an output that is on', async () => {
    bench = await openBench('CNCMachine', lathe);
    const lines = demand(bench.sim.lines);
    const answer = lines.answer.bind(lines);
    lines.answer = (question) => {
      if (question === '?Q500') return 'PROGRAM, O00012, IDLE, PARTS, 3';
      return question.includes('E10000') ? 'UNKNOWN' : answer(question);
    };
    bench.box.force('Input 2', 'low');
    bench.box.force('Output 1', 'high');
    const { results, problems } = await check(bench);
    expect(results).toEqual(['ok', 'ok', 'failed', 'failed', 'failed', 'failed']);
    expect(problems[0]).toMatch(/^The command variable cannot be written/);
    expect(problems.slice(1)).toEqual([
      'The control has O00012 selected. Select O09000 in MEM mode',
      'The sensors show the door as between. Check their wiring, or move the door to one end',
      'Output 1 is on. Switch it off: it would start the cycle',
    ]);
  });

  it('leaves a request alone that the machine holds', async () => {
    bench = await openBench('CNCMachine', lathe);
    const started = await bench.settle(
      demand(bench.driver.capabilities.machine).actuate({ action: 'start', program: 5 }, never),
    );
    expect(started).toMatchObject({ ok: true });
    const { results } = await check(bench);
    expect(results.slice(2, 4)).toEqual(['unknown', 'unknown']);
    await bench.pass(4000);
    expect((await check(bench)).results[2]).toBe('unknown');
  });
});
