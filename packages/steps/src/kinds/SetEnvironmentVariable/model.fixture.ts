import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const setEnvironmentVariableModel: ModelKind = {
  good: { variableID: 'v', newValue: { kind: 'constant', value: 1 } },
  bad: { variableID: 'gone', newValue: { kind: 'constant', value: 1 } },
  message: 'Variable gone is not valid',
  without: ['Choose a variable', 'Set the new value'],
  children: 'forbidden',
};
