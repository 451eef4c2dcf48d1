import { PlaceTracker } from './places.ts';
import type { ProgramNode } from './program.ts';
import type { StepFrame } from './step-frame.ts';
import type { Place } from './types.ts';

/** The places of all threads of a run: current ones, or those at which it began to end. */
export class RunPlaces {
  readonly #findFrame: (thread: string) => StepFrame | undefined;
  /** Place of each thread in the steps of its own list. */
  readonly #cursors = new Map<string, PlaceTracker>();
  #kept: readonly Place[] | undefined;

  /** @param findFrame returns the innermost step that plays in a thread */
  constructor(findFrame: (thread: string) => StepFrame | undefined) {
    this.#findFrame = findFrame;
  }

  get isKept(): boolean {
    return this.#kept !== undefined;
  }

  list(): readonly Place[] {
    return this.#kept ?? this.#listCurrent();
  }

  /** Keeps the current places, because the run ends; only the first call has an effect. */
  keep(change: (place: Place) => Place = (place) => place): void {
    this.#kept ??= this.#listCurrent().map(change);
  }

  /** Sets the places of an interrupted run until it continues. */
  restore(places: readonly Place[]): void {
    this.#kept = places;
  }

  release(): void {
    this.#kept = undefined;
  }

  /** Begins a thread in a list of steps, before the one at an index. */
  begin(thread: string, nodes: readonly ProgramNode[], first: number): PlaceTracker {
    const cursor = new PlaceTracker();
    cursor.note(nodes[Math.min(first, nodes.length - 1)], first < nodes.length ? 'before' : 'after');
    this.#cursors.set(thread, cursor);
    return cursor;
  }

  endThread(thread: string): void {
    this.#cursors.delete(thread);
  }

  #listCurrent(): Place[] {
    return [...this.#cursors].flatMap(([thread, cursor]) => {
      const frame = this.#findFrame(thread);
      const place = frame ? frame.place.describe(thread, frame.node) : cursor.describe(thread, undefined);
      return place ?? [];
    });
  }
}
