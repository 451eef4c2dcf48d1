import { propertyRuns } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { welderLiveStateSchema } from '../../capabilities/welder.ts';
import { parseEquipmentConfig } from '../../contracts.ts';
import { openBench } from '../../testing/device-bench.fixture.ts';

const never = new AbortController().signal;
const wired = {
  currentFlow: 'Input 3',
  wireStuck: 'Input 4',
  touchDetected: 'Input 5',
  machineFault: 'Input 6',
  wireStuckCheck: 'Output 5',
};
type Bench = Awaited<ReturnType<typeof openBench>>;

function weld({ driver, settle }: Bench, action: 'startArc' | 'stopArc') {
  const { welder } = driver.capabilities;
  if (!welder) throw new Error('it is no weld machine');
  return settle(welder.actuate({ action }, never));
}

it('The kind WeldMachineGeneric checks the wire after the arc, and starts none while it is stuck', async () => {
  const bench = await openBench('WeldMachineGeneric', wired);
  bench.sim?.simulated.welder?.stickWire(true);
  await weld(bench, 'startArc');
  const stuck = { ok: false, failure: { kind: 'WeldFailure', message: expect.stringContaining('stuck') } };
  expect(await weld(bench, 'stopArc')).toMatchObject(stuck);
  expect(await weld(bench, 'startArc')).toMatchObject(stuck);
  await bench.close();
});

it('The kind WeldMachineGeneric ends the arc when the torch touches the workpiece', async () => {
  const bench = await openBench('WeldMachineGeneric', wired);
  await weld(bench, 'startArc');
  bench.sim?.simulated.welder?.touch(true);
  await bench.pass(100);
  expect(welderLiveStateSchema.parse(bench.driver.state()).welder).toEqual({ arc: 'off', fault: 'touchSensed' });
  expect(bench.sim?.simulated.welder?.commands.at(-1)?.isArcOn).toBe(false);
  await bench.close();
});

describe('The arc of the kind WeldMachineGeneric', () => {
  const commandsOf = ({ sim }: Bench) => sim?.simulated.welder?.commands.map(({ isArcOn }) => isArcOn);

  it('ends when the controller ends its outputs, and does not start again by itself', async () => {
    const bench = await openBench('WeldMachineGeneric', wired);
    await weld(bench, 'startArc');
    bench.box.endHolds();
    expect(commandsOf(bench)).toEqual([true, false]);
    await bench.pass(3000);
    expect(commandsOf(bench)).toEqual([true, false]);
    expect(welderLiveStateSchema.parse(bench.driver.state()).welder).toEqual({ arc: 'off', fault: 'notHeld' });
    await bench.close();
  });

  it.each([
    { time: 'before the arc', afterMS: 100 },
    { time: 'while the arc is struck', afterMS: 350 },
  ])('fails to start if the controller ends its outputs $time', async ({ afterMS }) => {
    const bench = await openBench('WeldMachineGeneric', wired);
    const started = weld(bench, 'startArc');
    await bench.pass(afterMS);
    bench.box.endHolds();
    const message = expect.stringContaining('The robot controller ended the arc');
    expect(await started).toMatchObject({ ok: false, failure: { kind: 'WeldFailure', message } });
    await bench.pass(2000);
    expect(commandsOf(bench)?.at(-1) ?? false).toBe(false);
    await bench.close();
  });

  it('fails to start if it burns but cannot be held', async () => {
    const bench = await openBench('WeldMachineGeneric', wired);
    const started = weld(bench, 'startArc');
    bench.box.onChange(() => {
      if (bench.box.levels()?.['Input 1'] !== 'high') return;
      bench.box.failure = { kind: 'refused', wasSent: false, message: 'Output 1 is a safety output' };
    });
    expect(await started).toMatchObject({ ok: false, failure: { message: 'Output 1 is a safety output' } });
    await bench.pass(1000);
    expect(commandsOf(bench)).toEqual([true, false]);
    await bench.close();
  });

  const isOn = (bench: Bench) => commandsOf(bench)?.at(-1) ?? false;
  const ways = {
    'by the controller': ({ box }: Bench) => box.endHolds(),
    'by a command': ({ driver }: Bench) => void driver.capabilities.welder?.actuate({ action: 'stopArc' }, never),
    'by its driver': ({ driver }: Bench) => void driver.stopMotion(),
  };

  it.each(Object.entries(ways))(
    'ends within 50 ms of a stop at any time of a weld, and does not start again: %s',
    { timeout: 120_000 },
    async (_, stop) => {
      const stops = propertyRuns(12, 334);
      const weldMS = 1200;
      for (let index = 0; index < stops; index++) {
        const bench = await openBench('WeldMachineGeneric', wired);
        const started = bench.driver.capabilities.welder?.actuate({ action: 'startArc' }, never);
        await bench.pass((index * weldMS) / stops);
        const starts = commandsOf(bench)?.filter((each) => each);
        stop(bench);
        await bench.pass(50);
        expect(isOn(bench), `stop ${index}`).toBe(false);
        await bench.pass(1000);
        await started;
        expect(isOn(bench)).toBe(false);
        expect(commandsOf(bench)?.filter((each) => each)).toEqual(starts);
        await bench.close();
      }
    },
  );

  it('ends half a second after the last renewal that arrived', async () => {
    const bench = await openBench('WeldMachineGeneric', wired);
    await weld(bench, 'startArc');
    await bench.pass(1000);
    const since = bench.clock.now();
    bench.box.failure = { kind: 'unanswered', wasSent: false, message: 'No answer' };
    await bench.pass(1000);
    const last = bench.sim?.simulated.welder?.commands.at(-1);
    expect(last?.isArcOn).toBe(false);
    expect((last?.at ?? 0) - since).toBeLessThanOrEqual(500);
    await bench.close();
  });
});

it('The kind WeldMachineGeneric uses each port for one signal', () => {
  expect(parseEquipmentConfig({ kind: 'WeldMachineGeneric', gas: 'Output 1' })).toMatchObject({
    isValid: false,
    config: { problems: ['gas: This port already has another meaning for this machine'] },
  });
});
