import type { Clock } from '@cellwright/domain';
import type { SimulatedGripperCommand } from '../../capabilities/gripper.ts';
import type { SimFaults } from '../../framework/sim.ts';
import type { CustomGripperConfig } from './contract.ts';
import type { Place } from './plan.ts';

/** They move in less time than they may take. */
const shareOfMotionTime = 0.8;

export interface FingerParts {
  readonly config: CustomGripperConfig;
  readonly clock: Clock;
  readonly faults: SimFaults;
  readonly commands: SimulatedGripperCommand[];
}

/** Where simulated fingers are, for their sensors. */
export type FingerPlace = Place | 'moving' | 'held';

/** Simulated fingers that open and close, whatever tells them to. */
export class TwoPlaceFingers {
  hasPart: boolean;
  readonly #parts: FingerParts;
  readonly #show: (place: FingerPlace) => void;
  #place: FingerPlace = 'moving';
  #target: Place | undefined;
  #cancelMotion: () => void = () => undefined;

  /** @param show makes the sensors say where they are. */
  constructor(parts: FingerParts, show: (place: FingerPlace) => void) {
    this.#parts = parts;
    this.#show = show;
    this.hasPart = parts.config.simulatedPart;
  }

  /** Where they were sent last; undefined until they were. */
  get target(): Place | undefined {
    return this.#target;
  }

  /** They are there already. */
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

  /** The part falls: fingers that held it close behind it. */
  lose(): void {
    this.hasPart = false;
    if (this.#place === 'held') this.#arrive();
  }

  /** Nothing moves them any more. */
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
