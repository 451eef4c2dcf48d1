import type { Position } from '@cellwright/domain/robot';
import { degreesToRadians, distancePoses, type PoseTolerance, simplifyPath } from '@cellwright/geometry';

/** Straight motions between the waypoints of a recorded path pass the recorded poses within this. */
export const recordTolerance: PoseTolerance = { translation: 0.002, rotation: degreesToRadians(1) };
/** A longer path is simplified more. */
export const maxWaypoints = 100;
/** A position that differs by less from the recorded one before it is left out: an arm in a hand trembles. */
const initialMinChange: PoseTolerance = { translation: 0.0005, rotation: degreesToRadians(0.25) };
const maxRecorded = 5000;

/** Position with a pose, which every recorded one has. */
export type PosedPosition = Position & Required<Pick<Position, 'pose'>>;

/** Records the path of the arm, bounded in size. */
export class PathRecorder {
  private recorded: PosedPosition[] = [];
  private minChange = initialMinChange;
  private ended = false;

  get isEnded(): boolean {
    return this.ended;
  }

  get count(): number {
    return this.recorded.length;
  }

  add(position: PosedPosition): void {
    const before = this.recorded.at(-1);
    if (before && !isFarther(before, position, this.minChange)) return;
    if (this.recorded.length >= maxRecorded) this.thin();
    this.recorded.push(position);
  }

  /** Ends the recording without a path. */
  discard(): void {
    this.ended = true;
  }

  /** Ends the recording. Returns the positions that a simpler path needs; none if the arm did not move. */
  end(): PosedPosition[] {
    this.ended = true;
    if (this.recorded.length < 2) return [];
    const poses = this.recorded.map(({ pose }) => pose);
    for (let tolerance = recordTolerance; ; tolerance = scale(tolerance, 1.5)) {
      const kept = simplifyPath(poses, tolerance);
      if (kept.length <= maxWaypoints) return kept.flatMap((index) => this.recorded[index] ?? []);
    }
  }

  private thin(): void {
    this.recorded = this.recorded.filter((_, index) => index % 2 === 0);
    this.minChange = scale(this.minChange, 2);
  }
}

function isFarther({ pose }: PosedPosition, other: PosedPosition, { translation, rotation }: PoseTolerance): boolean {
  const off = distancePoses(pose, other.pose);
  return off.translation >= translation || off.rotation >= rotation;
}

function scale({ translation, rotation }: PoseTolerance, factor: number): PoseTolerance {
  return { translation: translation * factor, rotation: rotation * factor };
}
