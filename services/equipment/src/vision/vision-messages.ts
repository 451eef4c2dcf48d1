import type { BoardSize, Chessboard } from '@cellwright/vision';

/** A request to the thread to find a board in a picture. */
export interface VisionQuestion {
  readonly jpeg: Uint8Array;
  readonly board: BoardSize;
}

export interface VisionFinding {
  readonly width: number;
  readonly height: number;
  /** Absent if there is none. */
  readonly chessboard: Chessboard | undefined;
}
