import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const operateEquipmentModel: ModelKind = {
  good: { equipmentID: 'clamp', actionID: 'open' },
  variants: [{ equipmentID: 'clamp', actionID: 'close' }],
  bad: { equipmentID: 'gone', actionID: 'open' },
  message: 'Could not find equipment with id gone',
  without: ['Equipment required', 'Action required'],
  children: 'forbidden',
};
