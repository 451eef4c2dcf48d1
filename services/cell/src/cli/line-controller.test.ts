import { assemblySizes, lineCommandBits, packBits, statusBits } from '@cellwright/domain/robot';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { LineController } from './line-controller.ts';

const never = new AbortController().signal;
const play = 2 ** lineCommandBits.indexOf('Play');
const toStatus = (...names: (typeof statusBits)[number][]) =>
  packBits(statusBits, { ...noStatus, ...Object.fromEntries(names.map((name) => [name, true])) });
const noStatus = {
  ...{ Ready: false, Running: false, Paused: false, Failed: false },
  ...{ EmergencyStopped: false, SafeguardOpen: false, Moving: false, BrakesEngaged: false },
};

/** A cell whose runs take two seconds and end with these statuses; it refuses commands when told to. */
function startCell({ ends = [3, 3, 3], refuses = false }: { ends?: number[]; refuses?: boolean } = {}) {
  const clock = new VirtualClock();
  const inputs = new Uint8Array(assemblySizes.input);
  inputs[0] = toStatus('Ready');
  inputs[1] = 1;
  const cell = { isConnected: false, plays: 0, lines: [] as string[], lastCommand: 0 };
  clock.schedule(100, () => {
    cell.isConnected = true;
  });
  const begin = () => {
    const end = ends[cell.plays] ?? 3;
    cell.plays += 1;
    inputs[0] = toStatus('Running', 'Moving');
    inputs[19] = 1;
    clock.schedule(2000, () => {
      inputs[0] = toStatus('Ready');
      inputs[12] = 2;
      inputs[19] = end;
    });
  };
  const connection = {
    inputs: () => (cell.isConnected ? inputs : undefined),
    problem: () => 'No connection to 127.0.0.1:44818',
    setOutputs: (data: Uint8Array) => {
      const command = data[0] ?? 0;
      clock.schedule(10, () => {
        const isNew = command === play && cell.lastCommand !== play;
        cell.lastCommand = command;
        inputs[2] = command;
        if (!isNew) return;
        inputs[3] = 3;
        clock.schedule(50, () => {
          inputs[3] = refuses ? 2 : 1;
          if (!refuses) clock.schedule(30, begin);
        });
      });
    },
  };
  const line = new LineController({ connection, clock, report: (text) => cell.lines.push(text) });
  const run = async (cycles: number) => {
    const result = line.play(cycles, never).then(
      () => 'done',
      (error: Error) => error.message,
    );
    await clock.advance(30_000);
    return result;
  };
  return { cell, run };
}

describe('A line controller', () => {
  it('plays the routine as often as wanted, each time after the end of the previous run', async () => {
    const { cell, run } = startCell();
    expect(await run(3)).toBe('done');
    expect(cell.plays).toBe(3);
    expect(cell.lines.filter((line) => line.startsWith('Cycle'))).toEqual([
      'Cycle 1: completed after 2 s',
      'Cycle 2: completed after 2 s',
      'Cycle 3: completed after 2 s',
    ]);
  });

  it('ends with the status of a run that does not complete', async () => {
    const { cell, run } = startCell({ ends: [3, 5] });
    expect(await run(3)).toBe('Cycle 2: the run is failed');
    expect(cell.plays).toBe(2);
  });

  it('ends when the cell refuses a command', async () => {
    const { cell, run } = startCell({ refuses: true });
    expect(await run(1)).toMatch(/^The cell refused Play/);
    expect(cell.plays).toBe(0);
  });
});
