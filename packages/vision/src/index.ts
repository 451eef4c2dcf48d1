/** Finds things in pictures. Pure. Pixel centres are whole numbers: the first one is at 0, 0; x to the right, y down. */
export {
  type BoardSize,
  type Chessboard,
  defaultBoardSize,
  findChessboard,
  isTurnAmbiguous,
} from './chessboard/find-chessboard.ts';
export { type GrayImage, grayFromRgb } from './gray-image.ts';
export {
  type LocatedBoard,
  listBoardCorners,
  locateBoard,
  type PinholeCamera,
  type Pixel,
} from './pose/locate-board.ts';
