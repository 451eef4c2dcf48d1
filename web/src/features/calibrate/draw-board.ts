import type { CalibrationBoard } from '@cellwright/domain/equipment';

/** Length of the line that is measured after printing, mm. */
const scaleBar = 100;
/** Height of the line and its text under the board, mm. */
const below = 16;
const pointsPerMM = 72 / 25.4;
/** A0 to A4, upright, mm; the smallest first. */
const papers = [
  [210, 297],
  [297, 420],
  [420, 594],
  [594, 841],
  [841, 1189],
] as const;

/**
 * Draws a calibration board in its real size, as PDF, with a line to check the scale of the printer: on the smallest paper that
 * has room for it and for a white border of one square. Counts are of inner corners; the first square is black.
 */
export function drawBoard({ columns, rows, squareSize }: CalibrationBoard): string {
  const side = squareSize * 1000;
  const size = { width: Math.max((columns + 3) * side, scaleBar + 20), height: (rows + 3) * side + below };
  const page = choosePage(size);
  // Lengths from the lower left corner, mm.
  const left = (page.width - (columns + 1) * side) / 2;
  const top = (page.height + size.height) / 2 - side;
  const bar = { x: (page.width - scaleBar) / 2, y: (page.height - size.height) / 2 + below / 2 };
  const squares = Array.from({ length: (rows + 1) * (columns + 1) }, (_, index) => {
    const [row, column] = [Math.floor(index / (columns + 1)), index % (columns + 1)];
    if ((row + column) % 2 !== 0) return [];
    return [`${round(left + column * side)} ${round(top - (row + 1) * side)} ${round(side)} ${round(side)} re`];
  });
  const drawing = [
    `${pointsPerMM} 0 0 ${pointsPerMM} 0 0 cm`,
    ...squares.flat(),
    'f',
    '0.3 w',
    `${round(bar.x)} ${round(bar.y)} m ${round(bar.x + scaleBar)} ${round(bar.y)} l S`,
    ...[bar.x, bar.x + scaleBar].map((x) => `${round(x)} ${round(bar.y - 2)} m ${round(x)} ${round(bar.y + 2)} l S`),
    `BT /F 4 Tf ${round(bar.x)} ${round(bar.y + 3)} Td (${scaleBar} mm) Tj ET`,
  ].join('\n');
  return writeDocument(`${points(page.width)} ${points(page.height)}`, drawing);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns the smallest paper for the board, upright or lying; a board that is larger than all has a page of its own size. */
function choosePage(board: Size): Size {
  const pages = papers.flatMap(([short, long]) => [
    { width: short, height: long },
    { width: long, height: short },
  ]);
  return pages.find(({ width, height }) => width >= board.width && height >= board.height) ?? board;
}

/** Writes a document of one page, ASCII only: an offset in its table is a count of characters. */
function writeDocument(size: string, drawing: string): string {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const count = objects.length + 1;
  return `${text}xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}

/** mm, to a thousandth */
function round(length: number): number {
  return Math.round(length * 1000) / 1000;
}

function points(length: number): number {
  return Math.round(length * pointsPerMM * 1000) / 1000;
}
