import { describe, expect, it } from 'vitest';
import { drawBoard } from './draw-board.ts';

/** Returns the size of the page and the squares on it, mm from its lower left corner. */
function read(pdf: string) {
  const page = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/
    .exec(pdf)
    ?.slice(1)
    .map((points) => (Number(points) / 72) * 25.4);
  const squares = [...pdf.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)].map((found) =>
    found.slice(1).map(Number),
  );
  return { page: page?.map((length) => Math.round(length * 10) / 10), squares };
}

describe('drawBoard', () => {
  it('draws the black squares of a board of 3 by 3 corners in its real size, in the middle of a sheet', () => {
    const { page, squares } = read(drawBoard({ columns: 3, rows: 3, squareSize: 0.03 }));
    expect(page).toEqual([210, 297]);
    expect(squares).toHaveLength(8);
    for (const [, , width, height] of squares) expect([width, height]).toEqual([30, 30]);
    // The first square is black, at the upper left.
    expect(squares[0]).toEqual([45, 186.5, 30, 30]);
    expect(squares[1]).toEqual([105, 186.5, 30, 30]);
    expect(squares[2]).toEqual([75, 156.5, 30, 30]);
  });

  it.each([
    ['a lying sheet', { columns: 7, rows: 3, squareSize: 0.025 }, [297, 210]],
    ['a larger sheet', { columns: 8, rows: 5, squareSize: 0.04 }, [594, 420]],
    ['a page of its own size', { columns: 15, rows: 15, squareSize: 0.1 }, [1800, 1816]],
  ])('uses %s where the board needs it', (_, board, size) => {
    const { page, squares } = read(drawBoard(board));
    expect(page).toEqual(size);
    for (const [x = 0, y = 0, width = 0, height = 0] of squares) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(width - 0.01);
      expect(x + width).toBeLessThanOrEqual((size[0] ?? 0) - width + 0.01);
      expect(y + height).toBeLessThanOrEqual((size[1] ?? 0) - height + 0.01);
    }
  });

  it('finds each of its objects where its table says', () => {
    const pdf = drawBoard({ columns: 5, rows: 4, squareSize: 0.012 });
    const offsets = [...pdf.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
    expect(offsets).toHaveLength(5);
    offsets.forEach((offset, index) => {
      expect(pdf.slice(offset).startsWith(`${index + 1} 0 obj\n`)).toBe(true);
    });
    const table = Number(/startxref\n(\d+)/.exec(pdf)?.[1]);
    expect(pdf.slice(table).startsWith('xref\n0 6\n')).toBe(true);
    const [, length = '', stream = ''] = /\/Length (\d+) >>\nstream\n(.*)\nendstream/s.exec(pdf) ?? [];
    expect(stream).toHaveLength(Number(length));
  });

  it('has a line of 100 mm, to check the scale of the printer', () => {
    expect(drawBoard({ columns: 2, rows: 2, squareSize: 0.01 })).toMatch(/^55 ([\d.]+) m 155 \1 l S$/m);
  });
});
