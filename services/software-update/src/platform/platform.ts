import type { BuildManifest } from '@cellwright/domain/software';

/** Acts of an install that depend on how the box was installed. */
export interface Platform {
  /** Build of this process; 'development' for a checkout without releases. */
  readonly runningBuildID: string;
  /** Reason for which this installation cannot update itself; undefined if it can. */
  readonly unavailable: string | undefined;
  readSelectedBuildID(): Promise<string>;
  /** Returns the build that the launcher abandoned because it did not start. */
  readFailedBuildID(): Promise<string | undefined>;
  /** Unpacks the images of a build, given as local files by their paths in the registry. */
  importImages(build: BuildManifest, files: ReadonlyMap<string, string>): Promise<void>;
  migrate(build: BuildManifest): Promise<void>;
  select(buildID: string): Promise<void>;
  restart(reason: string): void;
  commit(build: BuildManifest, formerBuildID: string): Promise<void>;
  discard(buildID: string): Promise<void>;
}
