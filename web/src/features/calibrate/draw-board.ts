import type { CalibrationBoard } from '@cellwright/domain/equipment';

/** Length of the line that is measured after printing, mm. */
const scaleBar = 100;
const below = 16;

/**
 * Draws a calibration board in its real size, as SVG in millimetres, with a line to check the scale of the printer. Counts are
 * of inner corners; the first square is black.
 */
export function drawBoard({ columns, rows, squareSize }: CalibrationBoard): string {
  const side = squareSize * 1000;
  const width = Math.max((columns + 3) * side, scaleBar + 20);
  const height = (rows + 3) * side + below;
  const squares = Array.from({ length: (rows + 1) * (columns + 1) }, (_, index) => {
    const [row, column] = [Math.floor(index / (columns + 1)), index % (columns + 1)];
    if ((row + column) % 2 !== 0) return '';
    return `<rect x="${(column + 1) * side}" y="${(row + 1) * side}" width="${side}" height="${side}"/>`;
  });
  const bar = height - below / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...squares,
    `<path d="M10 ${bar - 2}v4m0 -2h${scaleBar}m0 -2v4" fill="none" stroke="#000" stroke-width="0.3"/>`,
    `<text x="10" y="${bar - 3}" font-family="sans-serif" font-size="4">${scaleBar} mm</text>`,
    '</svg>',
  ].join('');
}
