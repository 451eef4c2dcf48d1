import type { Clock } from '@cellwright/domain/basics';
import type { SimulatedGripperCommand } from '../../capabilities/gripper.ts';
import type { SimFaults } from '../../framework/sim.ts';
import type { CustomGripperConfig } from './contract.ts';
import type { Place } from './plan.ts';

/** Share of the maximum motion time that the fingers need. */
const shareOfMotionTime = 0.8;

export interface FingerParts {
  readonly config: CustomGripperConfig;
  readonly clock: Clock;
  readonly faults: SimFaults;
  readonly commands: SimulatedGripperCommand[];
}

/** Position of simulated fingers, for their sensors. */
export type FingerPlace = Place | 'moving' | 'held';

/** Simulated fingers that open and close, whatever commands them. */
export class TwoPlaceFingers {
  hasPart: boolean;
  readonly #parts: FingerParts;
  readonly #show: (place: FingerPlace) => void;
  #place: FingerPlace = 'moving';
  #target: Place | undefined;
  #cancelMotion: () => void = () => undefined;

  /** @param show sets the sensors to the position of the fingers. */
  constructor(parts: FingerParts, show: (place: FingerPlace) => void) {
    this.#parts = parts;
    this.#show = show;
    this.hasPart = parts.config.simulatedPart;
  }

  /** Last commanded position; undefined before the first command. */
  get target(): Place | undefined {
    return this.#target;
  }

  /** Sets the position without a motion. */
  standAt(place: Place): void {
    this.#target = place;
    this.#arrive();
  }

  move(place: Place): void {
    const { config, clock, faults, commands } = this.#parts;
    const widthMeters = place === 'open' ? config.openWidth : config.closedWidth;
    commands.push({ kind: 'grip', direction: place === 'open' ? 'outward' : 'inward', widthMeters, at: clock.now() });
    this.#cancelMotion();
    this.#target = place;
    if (faults.jammed) return;
    this.#stand('moving');
    this.#cancelMotion = clock.schedule(config.motionTimeMS * shareOfMotionTime, () => this.#arrive());
  }

  /** Drops the part: fingers that held it close. */
  lose(): void {
    this.hasPart = false;
    if (this.#place === 'held') this.#arrive();
  }

  /** Ends the command of the fingers. */
  letGo(): void {
    this.#cancelMotion();
    this.#target = undefined;
  }

  #arrive(): void {
    const target = this.#target ?? 'open';
    this.#stand(this.hasPart && target === 'closed' ? 'held' : target);
  }

  #stand(place: FingerPlace): void {
    this.#place = place;
    this.#show(place);
  }
}
