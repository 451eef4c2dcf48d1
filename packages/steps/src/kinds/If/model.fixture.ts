import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const ifModel: ModelKind = {
  good: { condition: { kind: 'constant', value: true } },
  bad: { branch: 'unless', condition: { kind: 'constant', value: true } },
  message: 'Choose if, elseIf or else',
  without: ['Set a condition'],
  children: 'required',
};
