import { type PlaceStep, placesAfterEnd, placesAfterStart, type ResumePlace, type Run } from '@cellwright/domain/run';
import type { SessionCore } from '../core/session-core.ts';

/** Shows clients the unfinished runs of the robot and where each can be continued. */
export class RunPlaces {
  private readonly core: SessionCore;
  private places: readonly ResumePlace[] = [];

  constructor(core: SessionCore) {
    this.core = core;
  }

  /** Shows the state left by an earlier runner. */
  restore(places: readonly ResumePlace[]): void {
    this.show(places);
  }

  /** @param continuedRunID the run that the new one continues. */
  noteStart(continuedRunID: string | undefined): void {
    this.show(placesAfterStart(this.places, continuedRunID));
  }

  noteEnd(run: Run, at: PlaceStep | null): void {
    this.show(placesAfterEnd(this.places, run, at));
  }

  giveUp(runID: string): void {
    this.show(this.places.filter(({ run }) => run.id !== runID));
  }

  private show(places: readonly ResumePlace[]): void {
    if (places.length === 0 && this.places.length === 0) return;
    this.places = places;
    this.core.store.update((state) => {
      if (places.length > 0) state.resumePlaces = [...places];
      else delete state.resumePlaces;
    });
  }
}
