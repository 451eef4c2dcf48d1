/** Renders rows in columns: the first column to the left, the others to the right. */
export function renderTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) =>
      widths
        .map((width, column) =>
          column === 0 ? (line[column] ?? '').padEnd(width) : (line[column] ?? '').padStart(width),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export const seconds = (ms: number): string => (ms / 1000).toFixed(1);
