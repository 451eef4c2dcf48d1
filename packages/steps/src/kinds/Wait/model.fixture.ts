import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const waitModel: ModelKind = {
  good: { milliseconds: 5 },
  bad: { milliseconds: -1 },
  message: 'The time to wait must not be negative',
  without: ['Set how long to wait, or a condition to wait for'],
  children: 'forbidden',
};
