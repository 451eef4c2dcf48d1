/** Corners are on a grid of 1/256 of a sample, so that edge functions are exact and neighbouring triangles leave no gap. */
const grid = 256;

/** Corner of a triangle on the target: column and row in samples, and 1/z. */
export interface Projected {
  x: number;
  y: number;
  inverseDepth: number;
}

/** Line `start + slope · column` of an edge function on one row; inside where it is at least `least`. */
interface Edge {
  readonly dx: number;
  readonly dy: number;
  readonly px: number;
  readonly py: number;
  readonly least: number;
}

/** For each sample the nearest face, and how near it is. Colours come later, once a sample instead of once a triangle. */
export interface VisibilityBuffer {
  readonly width: number;
  readonly height: number;
  /** Number of the face from 1; 0 where nothing is. */
  readonly faces: Int32Array;
  /** 1/z of that face. */
  readonly inverseDepths: Float32Array;
}

export function createVisibilityBuffer(width: number, height: number): VisibilityBuffer {
  const size = width * height;
  return { width, height, faces: new Int32Array(size), inverseDepths: new Float32Array(size) };
}

export function clearVisibility({ faces, inverseDepths }: VisibilityBuffer): void {
  faces.fill(0);
  inverseDepths.fill(0);
}

function snap(value: number): number {
  return Math.round(value * grid);
}

/** Each shared edge belongs to exactly one of its two triangles: the inclusive direction is the exclusive one reversed. */
function edgeOf(px: number, py: number, qx: number, qy: number): Edge {
  const dx = qx - px;
  const dy = qy - py;
  return { dx, dy, px, py, least: dy > 0 || (dy === 0 && dx > 0) ? 0 : 1 };
}

/** Draws one triangle, seen from either side. */
export function drawTriangle(buffer: VisibilityBuffer, a: Projected, b: Projected, c: Projected, face: number): void {
  const ax = snap(a.x);
  const ay = snap(a.y);
  const bx = snap(b.x);
  const by = snap(b.y);
  const cx = snap(c.x);
  const cy = snap(c.y);
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  if (area === 0) return;
  const edges: readonly [Edge, Edge, Edge] =
    area > 0
      ? [edgeOf(ax, ay, bx, by), edgeOf(bx, by, cx, cy), edgeOf(cx, cy, ax, ay)]
      : [edgeOf(ax, ay, cx, cy), edgeOf(cx, cy, bx, by), edgeOf(bx, by, ax, ay)];
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) / grid));
  const right = Math.min(buffer.width - 1, Math.floor(Math.max(ax, bx, cx) / grid));
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) / grid));
  const bottom = Math.min(buffer.height - 1, Math.floor(Math.max(ay, by, cy) / grid));
  const toB = b.inverseDepth - a.inverseDepth;
  const toC = c.inverseDepth - a.inverseDepth;
  const alongColumn = ((toB * (cy - ay) - toC * (by - ay)) / area) * grid;
  const alongRow = ((toC * (bx - ax) - toB * (cx - ax)) / area) * grid;
  const origin = a.inverseDepth - (alongColumn * ax + alongRow * ay) / grid;
  for (let row = top; row <= bottom; row += 1) {
    const span = spanOf(edges, row, left, right);
    fillSpan(buffer, row, span.first, span.last, origin + alongRow * row, alongColumn, face);
  }
}

const span = { first: 0, last: 0 };

/** First and last column of a row inside all edges; one object for all rows. */
function spanOf(edges: readonly [Edge, Edge, Edge], row: number, left: number, right: number) {
  span.first = left;
  span.last = right;
  narrow(edges[0], row);
  narrow(edges[1], row);
  narrow(edges[2], row);
  return span;
}

function narrow({ dx, dy, px, py, least }: Edge, row: number): void {
  const start = dx * (row * grid - py) + dy * px;
  const slope = -dy * grid;
  if (slope > 0) span.first = Math.max(span.first, Math.ceil((least - start) / slope));
  else if (slope < 0) span.last = Math.min(span.last, Math.floor((least - start) / slope));
  else if (start < least) span.last = -1;
}

function fillSpan(
  { width, faces, inverseDepths }: VisibilityBuffer,
  row: number,
  first: number,
  last: number,
  start: number,
  slope: number,
  face: number,
): void {
  const offset = row * width;
  for (let column = first; column <= last; column += 1) {
    const inverseDepth = start + slope * column;
    if (inverseDepth <= (inverseDepths[offset + column] ?? 0)) continue;
    inverseDepths[offset + column] = inverseDepth;
    faces[offset + column] = face;
  }
}
