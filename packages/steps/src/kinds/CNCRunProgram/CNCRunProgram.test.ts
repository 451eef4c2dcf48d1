import { describe, expect, it } from 'vitest';
import { checkResume } from '../../engine/places.ts';
import { programMS } from '../../testing/fake-machine.fixture.ts';
import { Playback, playback, programOf, step } from '../../testing/play.fixture.ts';

const runProgram = (args: object = {}) => step('CNCRunProgram', { program: 100, ...args }, [], { id: 'run' });
const actionsOf = ({ cell }: Playback) =>
  cell.deviceCommands.flatMap(({ command }) =>
    typeof command === 'object' && command !== null && 'action' in command && command.action !== 'observe'
      ? [command.action]
      : [],
  );

describe('CNCRunProgram', () => {
  it('prepares the machine, starts the program once, and acknowledges its end', async () => {
    const run = playback([runProgram()]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(actionsOf(run)).toEqual(['prepare', 'start', 'acknowledge']);
    expect(run.cell.machine.cycles).toEqual([100]);
    expect(run.clock.now()).toBeGreaterThanOrEqual(programMS);
  });

  it('ends when the machine runs, if it is not to wait for the end', async () => {
    const run = playback([runProgram({ waitForEnd: false }), step('CNCMonitorMachine')]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(actionsOf(run)).toEqual(['prepare', 'start']);
  });

  it('runs the program again in the next iteration of a loop', async () => {
    const run = playback([step('Loop', { times: 3 }, [runProgram()])]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.machine.cycles).toEqual([100, 100, 100]);
  });

  it('waits for a busy machine, and retries', async () => {
    const run = playback([runProgram()]);
    run.cell.busyDeviceTries = 3;
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.machine.cycles).toEqual([100]);
  });

  it('says why it failed', async () => {
    expect(await playback([runProgram()], { faults: ['deviceFails'] }).finish()).toMatchObject({
      failure: 'HaasFailure',
      message: 'Run program failed',
      detail: 'the device is broken',
    });
    expect(await playback([runProgram()], { faults: ['machineFaults'] }).finish()).toMatchObject({
      failure: 'HaasFailure',
      message: 'CNC machine reported a fault',
      detail: 'ALARM ON',
    });
  });

  it('fails if the request is cleared at the machine', async () => {
    const run = playback([runProgram()]);
    const result = run.play();
    await run.clock.advance(600);
    run.cell.machine.answer({ action: 'acknowledge' });
    expect(await run.finish(result)).toMatchObject({ message: 'Run program failed' });
    expect(run.cell.machine.cycles).toEqual([100]);
  });

  it('never starts the program twice, wherever a crash ends the run', async () => {
    const whole = playback([runProgram()]);
    await whole.finish();
    for (let crash = 0; crash <= whole.cell.deviceCommands.length; crash++) {
      const before = new Playback(programOf([runProgram()]));
      await crashAt(before, crash);
      const after = await resume(before);
      expect(before.cell.machine.cycles, `a crash at command ${crash}`).toEqual([100]);
      expect(after).toEqual({ kind: 'completed' });
    }
  });
});

/** Plays until a count of commands was answered; no command is sent after that, and no answer arrives. */
async function crashAt(run: Playback, crash: number): Promise<void> {
  const { devices } = run.cell.ports;
  const actuate = devices.actuate.bind(devices);
  const forever = new Promise<never>(() => undefined);
  Object.assign(devices, {
    actuate: async (...order: Parameters<typeof actuate>) => {
      if (run.cell.deviceCommands.length >= crash) return forever;
      const answer = await actuate(...order);
      return run.cell.deviceCommands.length >= crash ? forever : answer;
    },
  });
  void run.play();
  await run.clock.advance(10_000);
  Object.assign(devices, { actuate });
}

/** Continues with the variables of the run before, on the machine as it is now. */
async function resume(before: Playback) {
  const steps = programOf([runProgram()]);
  const run = new Playback(steps);
  const interrupted = before.engine.places();
  const header = { routineID: 'routine_1', version: 1, name: 'Test', mainLoopStepID: undefined };
  const check = checkResume({ ...header, steps }, interrupted, undefined);
  if (!check.ok) throw new Error(check.message);
  for (const [id, value] of before.cell.stepVariables) run.cell.stepVariables.set(id, value);
  await run.clock.advance(before.clock.now());
  before.cell.machine.now = () => run.clock.now();
  Object.assign(run.cell.ports, { devices: before.cell.ports.devices });
  return run.finish(run.engine.play({ resumeFrom: { interrupted, places: check.places, cycleCount: 0 } }));
}
