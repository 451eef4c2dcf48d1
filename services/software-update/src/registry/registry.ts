/** A part of a file of the registry. */
export interface RegistryPart {
  /** Position of the first byte; 0 if the registry cannot continue in the middle of a file. */
  readonly from: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Source of builds: a server, or a folder such as a stick. It is not trusted: its data is verified. */
export interface Registry {
  /** Location for users. */
  readonly location: string;
  /**
   * Reads a file, from a position on if it can.
   * @throws MissingFileError when there is no such file; other errors when the registry cannot be reached.
   */
  read(path: string, from: number, signal: AbortSignal): Promise<RegistryPart>;
}

/** The registry has no such file. */
export class MissingFileError extends Error {
  constructor(path: string) {
    super(`The registry has no file ${path}`);
  }
}
