import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const locateModel: ModelKind = {
  good: { planeID: 'space_plane', positionListID: 'space_seen' },
  variants: [
    { planeID: 'space_plane', positionListID: 'space_seen', method: 'textPrompt', textPrompt: { prompt: 'bolt' } },
  ],
  bad: { planeID: 'space_plane', positionListID: 'space_seen', method: 'textPrompt' },
  message: 'Text prompt required',
  without: ['Workplane required', 'Position list name required'],
  children: 'forbidden',
};
