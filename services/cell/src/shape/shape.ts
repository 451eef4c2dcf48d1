import type { ServiceContext } from '@cellwright/service-kit';
import type { Config } from '../config.ts';
import type { DataFolder } from '../data/data-folder.ts';
import type { CellProcess } from '../supervision/supervisor.ts';
import type { CellTLS } from '../tls/cell-tls.ts';

/** What every shape of the cell starts from. */
export interface ShapeContext extends ServiceContext {
  readonly config: Config;
  readonly folder: DataFolder;
  readonly adminKey: string;
  readonly tls: CellTLS;
  /** A line for the person who waits. */
  readonly onProgress: (message: string) => void;
  /** A process of the cell has started, for the first time or again. */
  readonly onProcess: (process: CellProcess) => void;
}

/** A cell whose parts all run. */
export interface RunningCell {
  readonly url: string;
  readonly httpsUrl: string;
  /** Resolves when its gateway is ready, which it is not before the cell has been announced. */
  untilReady(): Promise<void>;
}
