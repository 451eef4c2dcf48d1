import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const anticipatePayloadModel: ModelKind = {
  good: { mass: 30 },
  bad: { mass: 31 },
  message: 'Payload mass cannot be more than 30 kg',
  without: [],
  children: 'forbidden',
};
