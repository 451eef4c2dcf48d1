import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const actuateScrewdriverModel: ModelKind = {
  good: {},
  variants: [
    { command: 'MOVE_SHANK', shankPosition: -5 },
    { command: 'LOOSEN', screwLength: 35 },
  ],
  bad: { equipmentID: 'gone' },
  message: 'Could not find equipment with id gone',
  without: [],
  children: 'forbidden',
};
