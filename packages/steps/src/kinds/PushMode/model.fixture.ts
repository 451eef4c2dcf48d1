import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const pushModeModel: ModelKind = {
  good: { forcePercent: 40 },
  bad: { forcePercent: 101 },
  message: 'The force can be at most 100 %',
  without: [],
  children: 'required',
};
