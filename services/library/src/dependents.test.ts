import { listDependents } from '@cellwright/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LibraryBench, routine, startLibraryBench } from './testing/library-bench.fixture.ts';

let bench: LibraryBench;
beforeAll(async () => {
  bench = await startLibraryBench();
  bench.flags.on = ['enableCodeBlocks', 'palletizing'];
});
afterAll(() => bench.stop());

const stepOf = (id: string, stepKind: string, args: object) => ({
  ...routine(`routine_${id}`, [{ id: `step_${id}`, stepKind }]),
  name: id,
  stepConfigurations: { [`step_${id}`]: { stepKind, args } },
});

describe('listDependents', () => {
  it('lists the routines that would have a new problem without a device or a feature', async () => {
    await bench.make('routines', stepOf('grips', 'ActuateGripper', { control: 'move', diameter: 0.04 }));
    await bench.make('routines', stepOf('computes', 'CodeBlock', { codeBlockId: 'codeBlock_1' }));
    await bench.make('routines', routine());
    const things = { equipment: ['equipment_1'], flags: ['enableCodeBlocks' as const, 'palletizing' as const] };
    expect(await bench.call(listDependents, things)).toEqual({
      items: [
        { id: 'equipment_1', routines: [{ id: 'routine_grips', name: 'grips' }] },
        { id: 'enableCodeBlocks', routines: [{ id: 'routine_computes', name: 'computes' }] },
        { id: 'palletizing', routines: [] },
      ],
    });
  });

  it('returns nothing for no objects', async () => {
    expect(await bench.call(listDependents, {})).toEqual({ items: [] });
  });
});
