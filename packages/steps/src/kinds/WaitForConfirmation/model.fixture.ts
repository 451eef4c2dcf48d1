import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const waitForConfirmationModel: ModelKind = {
  good: { message: 'Ready?' },
  bad: { message: 'Which?', mode: 'choice', choices: ['Flange'] },
  message: 'You must specify at least two choices.',
  without: ['Message is not configured'],
  children: 'forbidden',
};
