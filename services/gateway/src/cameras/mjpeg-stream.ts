import { Readable } from 'node:stream';
import type { Clock } from '@cellwright/domain/basics';
import { frameHeaders } from '@cellwright/domain/equipment';
import type { TimedFrame } from './cameras.ts';

/** Media type of a stream, for documents; responses add the boundary of its parts. */
export const mjpegMediaType = 'multipart/x-mixed-replace';
export const mjpegType = `${mjpegMediaType}; boundary=frame`;

/** Headers of a frame, for a response with a single frame and for each part of a stream. */
export function headersOf({ sequence, capturedAt, validForMS }: TimedFrame, now: number): Record<string, string> {
  return {
    [frameHeaders.sequence]: String(sequence),
    [frameHeaders.age]: String(Math.max(0, Math.round(now - capturedAt))),
    [frameHeaders.validFor]: String(Math.round(validForMS)),
  };
}

/**
 * Frames for one viewer. A frame that comes while the viewer has not taken the one before is dropped: a slow viewer sees
 * fewer frames, and at most one waits for it.
 */
export class MjpegStream extends Readable {
  readonly #clock: Pick<Clock, 'now'>;
  #droppedCount = 0;

  constructor(clock: Pick<Clock, 'now'>) {
    super({ highWaterMark: 1 });
    this.#clock = clock;
  }

  get droppedCount(): number {
    return this.#droppedCount;
  }

  show(frame: TimedFrame): void {
    if (this.destroyed || this.readableEnded) return;
    if (this.readableFlowing !== true || this.readableLength > 0) {
      this.#droppedCount += 1;
      return;
    }
    const headers = Object.entries(headersOf(frame, this.#clock.now())).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `--frame\r\ncontent-type: image/jpeg\r\ncontent-length: ${frame.jpeg.length}\r\n${headers.join('')}\r\n`;
    this.push(Buffer.concat([Buffer.from(head, 'latin1'), frame.jpeg, Buffer.from('\r\n', 'latin1')]));
  }

  /** Ends the stream after the data sent so far. */
  end(): void {
    if (!this.destroyed) this.push(null);
  }

  /** Frames arrive at the rate of the camera. */
  override _read(): void {}
}
