import type { ModelKind } from '../../testing/model-kind.fixture.ts';

export const haasRunProgramModel: ModelKind = {
  good: { equipmentID: 'mill', programName: '100.nc' },
  variants: [{ programName: '7.nc', partCount: 1 }],
  bad: { equipmentID: 'gone', programName: '100.nc' },
  message: 'Could not find equipment with id gone',
  without: ['Enter the name of the program'],
  children: 'forbidden',
};
