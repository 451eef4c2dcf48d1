import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const setIOModel: ModelKind = {
  good: { outputs: [{ kind: 'Output', port: 16, level: 'low' }] },
  bad: { outputs: [{ kind: 'Safety', port: 1, level: 'low' }] },
  message: 'Safety outputs cannot be set',
  without: ['Add at least one output'],
  children: 'forbidden',
};
