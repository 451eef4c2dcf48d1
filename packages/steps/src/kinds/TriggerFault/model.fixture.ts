import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const triggerFaultModel: ModelKind = {
  good: { message: 'Empty', isRecoverable: true },
  bad: { message: '' },
  message: 'Message is not configured',
  without: ['Message is not configured'],
  children: 'forbidden',
};
