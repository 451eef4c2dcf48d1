import { ProductError } from '@cellwright/domain/basics';
import { describe, expect, it } from 'vitest';
import { readStackQuestion } from './read-stack-question.ts';

const pallet = { id: 'space_base', name: 'Stand', kind: 'palletBase', lengthMM: 400, widthMM: 300 };
const stamps = {
  version: 3,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  updatedByID: 'ada',
  updatedByName: 'Ada',
};
const read = (item: object, others: object = {}) =>
  readStackQuestion(Buffer.from(JSON.stringify({ palletBoxesID: 'space_boxes', spaceItems: [item], ...others })));

function findProblems(ask: () => unknown): unknown {
  try {
    ask();
  } catch (error) {
    return error instanceof ProductError ? error.details : error;
  }
  return undefined;
}

describe('A question about a stack', () => {
  it('may contain stored items with their stamps', () => {
    expect(read({ ...pallet, ...stamps })).toEqual(read(pallet));
  });

  it.each([
    [{ ...pallet, lenghtMM: 500 }, {}, 'spaceItems.0', 'lenghtMM'],
    [pallet, { maxLayers: 1 }, undefined, 'maxLayers'],
  ])('fails by name for an unknown field', (item, others, fieldId, field) => {
    expect(findProblems(() => read(item, others))).toEqual({
      problems: [
        {
          kind: 'invalidConfiguration',
          ...(fieldId && { fieldId }),
          message: `There is no field '${field}' here. Correct its name or remove it`,
        },
      ],
    });
  });

  it('fails if it is not JSON', () => {
    expect(() => readStackQuestion(Buffer.from('{'))).toThrow('The item is not a stack of pallet boxes');
  });
});
