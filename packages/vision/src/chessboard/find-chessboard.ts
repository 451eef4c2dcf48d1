import type { GrayImage } from '../gray-image.ts';
import { growLattice, isDarkBehind, type Lattice, placeKey } from './lattice.ts';
import { findSaddles, halfTurn, type Saddle } from './saddles.ts';

/** Count of inner corners: 3 by 3 is a board of 4 by 4 squares. */
export interface BoardSize {
  readonly columns: number;
  readonly rows: number;
}

export const defaultBoardSize: BoardSize = { columns: 3, rows: 3 };

/** Corners from which a board is tried, the strongest first. */
const maxSeeds = 60;

export interface Chessboard {
  /**
   * Inner corners, row by row, in the order of the board: the square before the first corner is dark, columns and rows
   * turn clockwise. Of the two orders of a board that looks the same turned by 180°, it is the one whose rows point right.
   */
  readonly corners: readonly { readonly x: number; readonly y: number }[];
  /** True if the board looks the same turned by 180°: the order may be that of the turned board. */
  readonly isTurnAmbiguous: boolean;
}

/** True if a board looks the same turned by 180°. One even and one odd count avoid that. */
export function isTurnAmbiguous({ columns, rows }: BoardSize): boolean {
  return (columns + rows) % 2 === 0;
}

/** Finds a whole chessboard and its inner corners, with a part of a pixel; undefined if there is none. */
export function findChessboard(image: GrayImage, size: BoardSize = defaultBoardSize): Chessboard | undefined {
  const saddles = findSaddles(image);
  // A corner of something else may join from one seed and not from another.
  for (const seed of saddles.slice(0, maxSeeds)) {
    const lattice = growLattice(saddles, seed);
    const grid = readGrid(lattice);
    const ordered = grid && orderGrid(grid, size);
    if (ordered) return { corners: ordered.map(({ x, y }) => ({ x, y })), isTurnAmbiguous: isTurnAmbiguous(size) };
  }
  return undefined;
}

/** Corners by row and column. */
type Grid = readonly (readonly Saddle[])[];

/** Undefined for corners that do not fill a rectangle. */
function readGrid(lattice: Lattice): Grid | undefined {
  const nodes = [...lattice.values()];
  const columns = nodes.map(({ column }) => column);
  const rows = nodes.map(({ row }) => row);
  const [left, top] = [Math.min(...columns), Math.min(...rows)];
  const width = Math.max(...columns) - left + 1;
  const height = Math.max(...rows) - top + 1;
  if (width < 2 || height < 2 || nodes.length !== width * height) return undefined;
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => lattice.get(placeKey(left + column, top + row))?.saddle ?? []).flat(),
  );
}

/** The corners in the order of the board; undefined for a board of another size. */
function orderGrid(grid: Grid, { columns, rows }: BoardSize): readonly Saddle[] | undefined {
  const turned = [grid, turn(grid), turn(turn(grid)), turn(turn(turn(grid)))];
  const fitting = turned.filter((each) => each.length === rows && each[0]?.length === columns && beginsDark(each));
  const [best] = fitting.sort((one, other) => directionOf(other)[0] - directionOf(one)[0]);
  return best?.flat();
}

/** Turned by a quarter, so that its rows still turn clockwise from its columns. */
function turn(grid: Grid): Grid {
  const height = grid.length;
  return (grid[0] ?? []).map((_, column) => grid.flatMap((_, row) => grid[height - 1 - row]?.[column] ?? []));
}

/** True if the square before the first corner is dark; it has the colour of the one behind that. */
function beginsDark(grid: Grid): boolean {
  const corner = grid[0]?.[0];
  if (!corner) return false;
  const [x, y] = directionOf(grid);
  const along = halfTurn(Math.atan2(y, x));
  const [one, other] = corner.edges;
  const edge = Math.abs(Math.sin(one - along)) < Math.abs(Math.sin(other - along)) ? one : other;
  return isDarkBehind(corner, edge);
}

/** From the first corner to the next one of its row. */
function directionOf(grid: Grid): readonly [x: number, y: number] {
  const [first, next] = grid[0] ?? [];
  return first && next ? [next.x - first.x, next.y - first.y] : [0, 0];
}
