import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const loopModel: ModelKind = {
  good: {},
  bad: { times: -3 },
  message: 'The number of times must be a positive whole number',
  without: [],
  children: 'required',
};
