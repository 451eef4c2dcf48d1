import { describe, expect, it } from 'vitest';
import { drawBoard } from './draw-board.ts';

describe('drawBoard', () => {
  it('draws the black squares of a board of 3 by 3 corners in millimetres', () => {
    const board = drawBoard({ columns: 3, rows: 3, squareSize: 0.03 });
    expect(board).toContain('width="180mm" height="196mm" viewBox="0 0 180 196"');
    expect(board.match(/width="30" height="30"/g)).toHaveLength(8);
    expect(board).toContain('<rect x="30" y="30" width="30" height="30"/>');
  });

  it('leaves room for the line that shows the scale', () => {
    expect(drawBoard({ columns: 2, rows: 2, squareSize: 0.01 })).toContain('width="120mm"');
  });
});
