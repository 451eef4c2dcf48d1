import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const cncMonitorMachineModel: ModelKind = {
  good: { equipmentID: 'mill' },
  variants: [{}],
  bad: { equipmentID: 'gone' },
  message: 'Could not find equipment with id gone',
  without: [],
  children: 'forbidden',
};
