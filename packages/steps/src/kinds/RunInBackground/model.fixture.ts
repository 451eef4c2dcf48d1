import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const runInBackgroundModel: ModelKind = {
  good: {},
  bad: { whatever: 1 },
  message: "There is no field 'whatever' here. Correct its name or remove it",
  without: [],
  children: 'required',
  neverInside: ['AddOffset', 'MoveArmTo', 'MoveArmToV2', 'PressButton', 'WaitForConfirmation', 'Weld'],
};
