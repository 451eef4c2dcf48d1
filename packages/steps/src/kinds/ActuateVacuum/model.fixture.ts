import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const actuateVacuumModel: ModelKind = {
  good: {},
  variants: [
    { action: 'release', suctionA: 0 },
    { channels: 'B', suctionA: 0 },
  ],
  bad: { equipmentID: 'gone' },
  message: 'Could not find equipment with id gone',
  without: [],
  children: 'forbidden',
};
