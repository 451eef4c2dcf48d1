import type { Lens } from '@cellwright/geometry';

/** A lens before a sensor. */
export interface Camera extends Lens {
  /** Pixels of the sensor. */
  readonly width: number;
  readonly height: number;
}
