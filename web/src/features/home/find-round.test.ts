import { type Routine, routineSchema } from '@cellwright/domain/routine';
import { describe, expect, it } from 'vitest';
import { findRound, nameBoxes } from './find-round.ts';
import { cartons, palletizing } from './palletizing.fixture.ts';

function stacking(innerTimes: unknown, beside: readonly object[] = []): Routine {
  return routineSchema.parse({
    ...{ id: 'routine_1', name: 'Stacking' },
    steps: [
      {
        ...{ id: 'step_layers', stepKind: 'Loop' },
        steps: [{ id: 'step_boxes', stepKind: 'Loop', steps: [{ id: 'step_place', stepKind: 'Wait' }] }, ...beside],
      },
    ],
    stepConfigurations: {
      step_layers: { stepKind: 'Loop', args: { times: 5 } },
      step_boxes: { stepKind: 'Loop', args: { times: innerTimes } },
      step_place: { stepKind: 'Wait', args: {} },
    },
  });
}

const completed = (counts: Readonly<Record<string, number>>) => (loopID: string) => counts[loopID];

describe('findRound', () => {
  it('counts through loops that contain only the next one', () => {
    const read = completed({ step_layers: 1, step_boxes: 2 });
    expect(findRound(stacking(12), 'step_place', read)).toEqual({ round: 15, of: 60 });
    const disabled = [{ id: 'step_off', stepKind: 'Wait', isDisabled: true }];
    expect(findRound(stacking(12, disabled), 'step_place', read)).toEqual({ round: 15, of: 60 });
  });

  it('counts the innermost loop if it has steps beside it', () => {
    const read = completed({ step_layers: 1, step_boxes: 2 });
    const beside = [{ id: 'step_beside', stepKind: 'Wait' }];
    expect(findRound(stacking(12, beside), 'step_place', read)).toEqual({ round: 3, of: 12 });
  });

  it('has no total if the number of iterations is an expression', () => {
    const read = completed({ step_layers: 0, step_boxes: 2 });
    expect(findRound(stacking({ kind: 'variable' }), 'step_place', read)).toEqual({ round: 3, of: null });
  });

  it('returns null outside of loops, and for an unknown step', () => {
    expect(findRound(stacking(12), 'step_layers', completed({}))).toBeNull();
    expect(findRound(stacking(12), 'step_gone', completed({}))).toBeNull();
  });

  it('names the boxes of the innermost loop', () => {
    const read = completed({ step_boxes: 4 });
    const names = nameBoxes(palletizing(), [cartons]);
    expect(findRound(palletizing(), 'step_show', read, names)).toEqual({ round: 5, of: 60, object: 'Carton' });
  });
});

describe('nameBoxes', () => {
  it('names no boxes of a disabled or invalid step, of another space item, or of several types', () => {
    expect([...nameBoxes(palletizing({ isDisabled: true }), [cartons])]).toEqual([]);
    expect([...nameBoxes(palletizing({ scope: 'someBoxes' }), [cartons])]).toEqual([]);
    expect([...nameBoxes(palletizing(), [{ ...cartons, id: 'space_others' }])]).toEqual([]);
    const mixed = { ...cartons, layerOrder: ['layer_tins', 'layer_cartons'] };
    expect([...nameBoxes(palletizing(), [mixed])]).toEqual([]);
  });
});
