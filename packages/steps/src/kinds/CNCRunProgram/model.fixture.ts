import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const cncRunProgramModel: ModelKind = {
  good: { equipmentID: 'mill', program: 100 },
  variants: [{ program: 7, waitForEnd: false }],
  bad: { equipmentID: 'gone', program: 100 },
  message: 'Could not find equipment with id gone',
  without: ['Enter the number of the program'],
  children: 'forbidden',
};
