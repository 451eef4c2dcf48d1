/**
 * A space in the cell that a device closes, such as the interior of a machine behind its door. The arm enters it only while
 * the device reports that it is open. No call rejects.
 */
export interface SharedSpace {
  /** Reports whether the space is open. Counts for two seconds. */
  report(isOpen: boolean): Promise<void>;
  /**
   * Takes the space from the arm, which does not enter it from then on until it is reported open again. Returns why the arm
   * cannot give it up; undefined once the device may close it.
   */
  take(spaceItemID: string): Promise<string | undefined>;
}
