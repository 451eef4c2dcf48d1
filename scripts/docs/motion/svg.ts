/** What the pictures of docs/motion.md are drawn with: strings of SVG, sizes and places in pixels. */

/** Chosen to be told apart by everyone, on white. */
export const colours = {
  ink: '#1f2933',
  faint: '#616e7c',
  grid: '#e4e7eb',
  edge: '#9aa5b1',
  arm: '#b8c7d9',
  armEdge: '#4a6078',
  fixed: '#e4e7eb',
  obstacle: '#f6c9a8',
  obstacleEdge: '#b4531a',
  start: '#00795a',
  goal: '#8a3ffc',
  found: '#d97706',
  short: '#0b63b6',
  good: '#00795a',
  bad: '#c81e1e',
  limit: '#fde2e1',
} as const;

/** One for each joint, from the base outwards. */
export const jointColours = ['#0b63b6', '#c2410c', '#00795a', '#a21caf', '#a16207', '#475569'] as const;

export type Point = readonly [number, number];

/** Attributes of an element; those that are undefined are left out. */
export type Style = Readonly<Record<string, string | number | undefined>>;

/** A coordinate, as short as a tenth of a pixel allows. */
export function short(value: number): string {
  const text = value.toFixed(1).replace(/\.0$/, '');
  return text === '-0' ? '0' : text;
}

/** A number for people: a fixed number of decimals and a real minus sign. */
export function label(value: number, decimals = 0): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−');
}

function attributes(style: Style): string {
  return Object.entries(style)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? Number(value.toFixed(2)) : value}"`)
    .join('');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function joinPoints(points: readonly Point[]): string {
  return points.map(([x, y]) => `${short(x)},${short(y)}`).join(' ');
}

export function group(style: Style, parts: readonly string[]): string {
  return `<g${attributes(style)}>\n${parts.join('\n')}\n</g>`;
}

/** Parts of which nothing is seen outside a rectangle. */
export function clipped([x, y]: Point, width: number, height: number, parts: readonly string[]): string {
  const box = `x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}"`;
  return `<svg ${box}>\n${parts.join('\n')}\n</svg>`;
}

export function line([x1, y1]: Point, [x2, y2]: Point, style: Style = {}): string {
  return `<path d="M${short(x1)} ${short(y1)}L${short(x2)} ${short(y2)}"${attributes(style)}/>`;
}

export function polyline(points: readonly Point[], style: Style = {}): string {
  return `<polyline points="${joinPoints(points)}"${attributes({ fill: 'none', ...style })}/>`;
}

export function polygon(points: readonly Point[], style: Style = {}): string {
  return `<polygon points="${joinPoints(points)}"${attributes(style)}/>`;
}

export function rectangle([x, y]: Point, width: number, height: number, style: Style = {}): string {
  const size = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`;
  return `<rect ${size}${attributes(style)}/>`;
}

export function dot([x, y]: Point, radius: number, style: Style = {}): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}"${attributes(style)}/>`;
}

/** `anchor` as in SVG: start, middle or end. */
export function text([x, y]: Point, words: string, style: Style = {}): string {
  return `<text x="${short(x)}" y="${short(y)}"${attributes(style)}>${escapeText(words)}</text>`;
}

export function heading(at: Point, words: string): string {
  return text(at, words, { 'font-weight': 600, 'font-size': 13 });
}

/** A line from a label to what it names. */
export function leader(from: Point, to: Point, words: string, anchor: 'start' | 'end' | 'middle' = 'start'): string {
  const [x, y] = from;
  const shift = anchor === 'start' ? 4 : anchor === 'end' ? -4 : 0;
  const below = anchor !== 'middle' ? 4 : to[1] < y ? 13 : -4;
  return [
    line(from, to, { stroke: colours.faint, 'stroke-width': 0.8 }),
    dot(to, 1.6, { fill: colours.faint }),
    text([x + shift, y + below], words, { 'text-anchor': anchor }),
  ].join('\n');
}

/** Names of lines, one under the other. */
export function legend(
  [x, y]: Point,
  entries: readonly { readonly words: string; readonly style: Style }[],
  gap = 16,
): string {
  const rows = entries.flatMap(({ words, style }, row) => [
    line([x, y + gap * row], [x + 20, y + gap * row], { 'stroke-width': 2.2, ...style }),
    text([x + 26, y + gap * row + 4], words),
  ]);
  return rows.join('\n');
}

/** A whole picture on a white card, so that it reads the same on light and on dark pages. */
export function card(width: number, height: number, title: string, parts: readonly string[]): string {
  const box = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  const font = `font-family="system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif" font-size="12"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box} ${font} fill="${colours.ink}" role="img">
<title>${escapeText(title)}</title>
${rectangle([0.5, 0.5], width - 1, height - 1, { rx: 10, fill: '#ffffff', stroke: colours.grid })}
${parts.join('\n')}
</svg>
`;
}
