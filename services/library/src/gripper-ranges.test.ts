import { validateRoutineFile } from '@cellwright/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LibraryBench, startLibraryBench } from './testing/library-bench.fixture.ts';

let bench: LibraryBench;
beforeAll(async () => {
  bench = await startLibraryBench();
});
afterAll(() => bench.stop());

async function validate(args: object) {
  const routine = {
    id: 'routine_grip',
    name: 'Grip',
    steps: [{ id: 'grip', stepKind: 'ActuateGripper' }],
    stepConfigurations: { grip: { stepKind: 'ActuateGripper', args } },
  };
  const file = { format: 'cellwright.routine', formatVersion: 1, routine };
  return (await bench.call(validateRoutineFile, {}, { document: file })).problems;
}

describe("a command beyond the range of the cell's gripper", () => {
  it("appears before the run, according to the gripper's configuration", async () => {
    expect(await validate({})).toEqual([]);
    expect(await validate({ diameter: 0.2, force: 500 })).toMatchObject([
      { stepID: 'grip', fieldId: 'diameter', message: expect.stringContaining('Width 200 is outside') },
      { stepID: 'grip', fieldId: 'force', message: expect.stringContaining('14 to 140 N') },
    ]);
  });
});
