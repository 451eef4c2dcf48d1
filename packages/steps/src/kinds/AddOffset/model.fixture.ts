import type { ModelKind } from '../../testing/model-kind.fixture.ts';

const moves = new Set(['MoveArmTo', 'MoveArmToV2']);

export const addOffsetModel: ModelKind = {
  good: { translationZ: 0.1 },
  bad: { frame: 'nowhere' },
  message: 'Invalid add offset rotation frame',
  without: [],
  children: 'required',
  childKind: 'MoveArmTo',
  problemsOfPlace: ({ children, inside }) =>
    children.length === 0 || inside().some((kind) => moves.has(kind))
      ? []
      : ['An Add Offset step needs a Move Arm step inside. Add one'],
};
