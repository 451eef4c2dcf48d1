import { expect, it } from 'vitest';
import { programMS } from '../../testing/fake-machine.fixture.ts';
import { playback, step } from '../../testing/play.fixture.ts';

const start = step('CNCRunProgram', { program: 5, waitForEnd: false });

it('CNCMonitorMachine waits until the machine is idle, reading it every 100 ms', async () => {
  const run = playback([start, step('CNCMonitorMachine', {}, [], { id: 'monitor' })]);
  expect(await run.finish()).toEqual({ kind: 'completed' });
  expect(run.clock.now()).toBe(programMS);
  expect(run.cell.stepVariables.get('monitor.status')).toBe('idle');
});

it('CNCMonitorMachine fails at its time limit, and when the machine does not answer', async () => {
  const late = playback([step('CNCMonitorMachine', { status: 'running', timeoutMS: 300 })]);
  expect(await late.finish()).toMatchObject({ message: 'The machine did not reach the status within the time limit' });
  expect(late.clock.now()).toBe(300);
  const lost = playback([step('CNCMonitorMachine')], { faults: ['deviceBusy'] });
  expect(await lost.finish()).toMatchObject({ message: 'Haas encountered an error', detail: 'the device is busy' });
  expect(lost.clock.now()).toBe(30_000);
});
