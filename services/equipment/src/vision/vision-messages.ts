import type { BoardSize, Chessboard } from '@cellwright/vision';

/** A board to find in a picture, asked of the thread. */
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
