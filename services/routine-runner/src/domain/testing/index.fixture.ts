/** The robot session in memory on a virtual clock, for the soak scripts. */
export { routineOf, startCell, step } from './fake-cell.fixture.ts';
export { stopProperty } from './stop-property.fixture.ts';
