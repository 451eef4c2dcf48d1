/** A step as the runner plays it: sent by the library in document order, parents before children. */
export interface ProgramStep {
  readonly id: string;
  readonly stepKind: string;
  /** '2.1.3', 1-based. */
  readonly path: string;
  readonly parentID: string | null;
  readonly isDisabled: boolean;
  readonly description?: string | undefined;
  /** Arguments parsed by the kind's contract, with defaults. */
  readonly args: Readonly<Record<string, unknown>>;
}
