/** One difference between two versions of a routine. */
export interface RoutineChange {
  readonly kind: 'renamed' | 'added' | 'removed' | 'moved' | 'changed' | 'disabled' | 'enabled';
  /** The difference in an author's words: 'P3 moved 3.2 mm', 'Wait 2 s → 3 s'. */
  readonly text: string;
  /** The changed step; absent for the routine itself, its variables and its space items. */
  readonly stepID?: string | undefined;
  /** The changed variable or space item. */
  readonly itemID?: string | undefined;
  /** 1-based indexes from the root in the newer version; for a removed step, in the older one. */
  readonly stepPath?: string | undefined;
}
