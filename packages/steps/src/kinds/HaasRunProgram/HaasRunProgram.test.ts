import { describe, expect, it } from 'vitest';
import { playback, step } from '../../testing/play.fixture.ts';
import { haasRunProgramContract, programNumberOf } from './contract.ts';

const runProgram = (args: object = {}) => step('HaasRunProgram', { programName: '100.nc', ...args });

describe('HaasRunProgram', () => {
  it('runs the program of its file name to the end', async () => {
    const run = playback([runProgram({ programName: '00042.nc' })]);
    expect(await run.finish()).toEqual({ kind: 'completed' });
    expect(run.cell.machine.cycles).toEqual([42]);
  });

  it.each([
    ['100.nc', 100],
    ['00100.nc', 100],
    ['99999.nc', 99_999],
    ['0.nc', undefined],
    ['100000.nc', undefined],
    ['O100.nc', undefined],
    ['100', undefined],
  ])('reads the file name %s as program %s', (name, number) => {
    expect(programNumberOf(name)).toBe(number);
  });

  it('fails unless the part counter increases as expected', async () => {
    const enough = playback([runProgram({ partCount: 1 }), runProgram({ partCount: 1 })]);
    expect(await enough.finish()).toEqual({ kind: 'completed' });
    const tooFew = playback([runProgram({ partCount: 2 })]);
    expect(await tooFew.finish()).toMatchObject({
      failure: 'HaasFailure',
      message: 'Haas encountered an error',
      detail: 'The machine counted 1 parts instead of 2',
    });
  });

  it('appears in editors with the flag for legacy steps', () => {
    expect(haasRunProgramContract.offeredWith).toBe('legacyHaasSteps');
  });
});
