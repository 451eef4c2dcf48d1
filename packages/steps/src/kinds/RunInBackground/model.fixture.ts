import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const runInBackgroundModel: ModelKind = {
  good: {},
  // It takes no arguments: what is given besides is left alone.
  bad: { whatever: 1 },
  message: undefined,
  without: [],
  children: 'required',
  neverInside: ['AddOffset', 'MoveArmTo', 'MoveArmToV2', 'PressButton', 'WaitForConfirmation'],
};
