import type { ServiceContext } from '@cellwright/service-kit';
import type { Config } from '../config.ts';
import type { DataFolder } from '../data/data-folder.ts';
import type { CellProcess } from '../supervision/supervisor.ts';
import type { CellTLS } from '../tls/cell-tls.ts';

/** Context for every shape of the cell. */
export interface ShapeContext extends ServiceContext {
  readonly config: Config;
  readonly folder: DataFolder;
  readonly adminKey: string;
  readonly tls: CellTLS;
  /** Receives a line for the waiting user. */
  readonly onProgress: (message: string) => void;
  /** Called after every start of a process of the cell. */
  readonly onProcess: (process: CellProcess) => void;
}

/** A cell with all its parts running. */
export interface RunningCell {
  readonly url: string;
  readonly httpsUrl: string;
  /** Resolves when its gateway is ready, which happens after the cell has been announced. */
  untilReady(): Promise<void>;
}
