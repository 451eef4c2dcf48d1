/** Converts an instant of the recording to one of its run: time after the end of the run is not counted. */
export function instantOf(at: number, length: number): { readonly seconds: number; readonly isAfterEnd: boolean } {
  return { seconds: Math.min(at, length), isAfterEnd: at > length };
}
