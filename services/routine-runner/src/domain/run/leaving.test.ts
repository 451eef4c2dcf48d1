import { commandedCapabilities } from '@cellwright/equipment/capabilities';
import { findStepContract } from '@cellwright/steps/contracts';
import { createEngine } from '@cellwright/steps/engine';
import {
  type AnyStepRuntime,
  completed,
  type LeavePorts,
  outcomeOf,
  type StepOutcome,
} from '@cellwright/steps/framework';
import { describe, expect, it } from 'vitest';
import { routineOf, startCell, step } from '../testing/fake-cell.fixture.ts';

const safe = [{ kind: 'Output', port: 1, level: 'low' }] as const;

/** Resets an output on leaving. */
const resetOutput = async ({ robot }: LeavePorts, signal: AbortSignal) =>
  outcomeOf(await robot.setOutputs(safe, signal));

/** A running routine of one step, which sets an output, waits, and is left as given. */
async function startStep(leave: (ports: LeavePorts, signal: AbortSignal) => Promise<StepOutcome>) {
  const contract = findStepContract('Loop');
  const runtime: AnyStepRuntime = {
    async run({ ports, signal }) {
      await ports.robot.setOutputs([{ kind: 'Output', port: 1, level: 'high' }], signal);
      await ports.clock.sleep(60_000, signal);
      return completed;
    },
    leave: ({ ports, signal }) => leave(ports, signal),
  };
  const cell = startCell({
    routine: routineOf([step('step_1', 'Region', {})]),
    isConnected: false,
    createEngine: (options) => createEngine({ ...options, findKind: () => contract && { contract, runtime } }),
  });
  const line = cell.robot.connect();
  cell.session.attach(line);
  await cell.clock.advance(100);
  await cell.ask('loadRoutine', { routineID: 'routine_1' });
  expect((await cell.ask('playRoutine')).ok).toBe(true);
  await cell.clock.advance(500);
  expect(cell.robot.state.io['Output 1']).toBe('high');
  return { ...cell, line };
}

describe('Leaving a step of a run', () => {
  it('happens after the arm was stopped, in the epoch of the stop', async () => {
    const cell = await startStep(resetOutput);
    const before = cell.robot.log.length;
    const { stopEpoch } = cell.state();
    await cell.ask('stop');
    await cell.clock.advance(100);
    const kinds = cell.robot.log.slice(before).map(({ kind }) => kind);
    expect(kinds.indexOf('stopStarted')).toBeGreaterThanOrEqual(0);
    expect(kinds.indexOf('output')).toBeGreaterThan(kinds.indexOf('stopStarted'));
    expect(cell.robot.state.io['Output 1']).toBe('low');
    expect(cell.state()).toMatchObject({ kind: 'Idle', run: { status: 'stopped' }, stopEpoch: stopEpoch + 1 });
  });

  it('appears in the journal as an effect of the step', async () => {
    const cell = await startStep(resetOutput);
    await cell.ask('stop');
    await cell.clock.advance(1000);
    const events = cell.entries().map(({ event, stepPath, result }) => [event, stepPath, result]);
    expect(events.slice(-4)).toEqual([
      ['effectIntended', '1', null],
      ['effectEnded', '1', 'completed'],
      ['stepEnded', '1', 'stopped'],
      ['runEnded', null, 'stopped'],
    ]);
  });

  it('happens when a paused run is stopped', async () => {
    const cell = await startStep(resetOutput);
    await cell.ask('pauseRoutine');
    await cell.clock.advance(200);
    await cell.ask('stop');
    await cell.clock.advance(100);
    expect(cell.robot.state.io['Output 1']).toBe('low');
  });

  it('does not wait for the database', async () => {
    const cell = await startStep(resetOutput);
    cell.journal.delay = () => new Promise(() => undefined);
    cell.session.stop('test', { how: 'stop', by: null });
    await cell.clock.advance(100);
    expect(cell.robot.state.io['Output 1']).toBe('low');
  });

  it('happens when the session fails', async () => {
    const cell = await startStep(resetOutput);
    await cell.ask('setInFailureState', { message: 'broken', isRecoverable: false });
    await cell.clock.advance(100);
    expect(cell.state()).toMatchObject({ kind: 'Failure', run: { status: 'failed' } });
    expect(cell.robot.state.io['Output 1']).toBe('low');
  });

  it('repeats a device command that a later stop ended, in the epoch of that stop', async () => {
    const epochs: number[] = [];
    const cell = await startStep(async ({ devices }, signal) =>
      outcomeOf(await devices.actuate('gripper', undefined, commandedCapabilities.gripper.example.command, signal)),
    );
    cell.equipment.actuate = async ({ stopEpoch }) => {
      epochs.push(stopEpoch);
      if (epochs.length > 1) return { ok: false, failure: { kind: 'GripperFailure', message: 'jammed' } };
      await cell.clock.sleep(100);
      return { ok: false, stopped: true };
    };
    const { stopEpoch } = cell.state();
    await cell.ask('stop');
    await cell.clock.advance(50);
    await cell.ask('stop');
    await cell.clock.advance(200);
    expect(epochs).toEqual([stopEpoch + 1, stopEpoch + 2]);
    expect(cell.state()).toMatchObject({ kind: 'Idle', run: { status: 'stopped' } });
  });

  it('commands nothing once another runner commands the robot', async () => {
    const cell = await startStep(resetOutput);
    cell.line.isTakenOver = true;
    const closed = cell.session.close();
    await cell.clock.advance(3000);
    await closed;
    expect(cell.robot.state.io['Output 1']).toBe('high');
    expect(cell.entries().filter(({ event }) => event === 'effectIntended')).toHaveLength(1);
  });

  it('delays a stop by at most half a second', async () => {
    const cell = await startStep(() => new Promise(() => undefined));
    await cell.ask('stop');
    await cell.clock.advance(499);
    expect(cell.state().kind).toBe('RoutineRunning');
    await cell.clock.advance(10);
    expect(cell.state()).toMatchObject({ kind: 'Idle', run: { status: 'stopped' } });
    const warnings = cell.entries().filter(({ event }) => event === 'stepWarning');
    expect(warnings).toMatchObject([
      { data: { message: expect.stringContaining('Leaving the step took longer than 500 ms and was aborted') } },
    ]);
  });
});
