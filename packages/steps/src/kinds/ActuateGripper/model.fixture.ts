import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const actuateGripperModel: ModelKind = {
  good: {},
  bad: { equipmentID: 'gone' },
  message: 'Could not find equipment with id gone',
  without: [],
  children: 'forbidden',
};
