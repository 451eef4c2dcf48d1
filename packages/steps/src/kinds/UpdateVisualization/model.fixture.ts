import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const updateVisualizationModel: ModelKind = {
  good: { targetSpaceItemId: 'space_tray' },
  bad: { targetSpaceItemId: 'gone' },
  message: 'Target space item not found',
  without: ['Target space item required'],
  children: 'forbidden',
};
