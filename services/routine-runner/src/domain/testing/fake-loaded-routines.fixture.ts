import type { LoadedChoice, LoadedRoutineStore } from '../run/routine-loading.ts';

/** The loaded routine of a robot, in memory. */
export class FakeLoadedRoutines implements LoadedRoutineStore {
  current: LoadedChoice | undefined;

  async load(): Promise<LoadedChoice | undefined> {
    return this.current;
  }

  async save(choice: LoadedChoice | undefined): Promise<void> {
    this.current = choice;
  }
}
