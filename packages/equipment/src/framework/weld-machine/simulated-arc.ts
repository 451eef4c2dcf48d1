import type { Clock } from '@cellwright/domain/basics';
import type { SimulatedWelder, SimulatedWelderCommand } from '../../capabilities/welder.ts';
import type { SimFaults } from '../sim.ts';
import type { WeldInput } from './weld-signals.ts';

/** Time from weld start to the arc. */
const strikeMS = 150;
const maxCommands = 1000;

/** Conditions at the workpiece of a simulated weld machine, and the commands that it received. */
export class SimulatedWorkpiece {
  isArcLost = false;
  isWireStuck = false;
  isTouching = false;
  isReady = true;
  readonly commands: SimulatedWelderCommand[] = [];
  readonly simulated: SimulatedWelder;

  /** @param onChange called after every change of the conditions */
  constructor(onChange: () => void) {
    const change = (
      changes: Partial<Pick<SimulatedWorkpiece, 'isArcLost' | 'isWireStuck' | 'isTouching' | 'isReady'>>,
    ) => {
      Object.assign(this, changes);
      onChange();
    };
    this.simulated = {
      commands: this.commands,
      loseArc: (isArcLost) => change({ isArcLost }),
      stickWire: (isWireStuck) => change({ isWireStuck }),
      touch: (isTouching) => change({ isTouching }),
      setReady: (isReady) => change({ isReady }),
    };
  }
}

export interface SimulatedArcParts {
  readonly clock: Clock;
  readonly faults: Readonly<SimFaults>;
  readonly workpiece: SimulatedWorkpiece;
  /** Called when the arc begins or ends to burn. */
  readonly onChange: () => void;
}

/** The arc of a simulated weld machine. */
export class SimulatedArc {
  readonly #parts: SimulatedArcParts;
  #cancelStrike: () => void = () => undefined;
  #isCommanded = false;
  #isBurning = false;
  /** The wire sticks once an arc has ended. */
  #hasBurnt = false;

  constructor(parts: SimulatedArcParts) {
    this.#parts = parts;
  }

  /** Takes whether an arc is commanded. */
  command(isOn: boolean): void {
    if (isOn === this.#isCommanded) return;
    this.#isCommanded = isOn;
    const { clock, faults, workpiece } = this.#parts;
    workpiece.commands.push({ isArcOn: isOn, at: clock.now() });
    if (workpiece.commands.length > maxCommands) workpiece.commands.shift();
    this.#cancelStrike();
    if (isOn && !faults.jammed) this.#cancelStrike = clock.schedule(strikeMS, () => this.#burn(true));
    else this.#burn(false);
  }

  /** Ends without a command, as when the machine is switched off. */
  close(): void {
    this.#cancelStrike();
  }

  /** Returns the inputs that the machine reports. */
  inputs(): Readonly<Record<WeldInput, boolean>> {
    const { isArcLost, isWireStuck, isTouching, isReady } = this.#parts.workpiece;
    const isOn = this.#isBurning && !isArcLost;
    return {
      arcEstablished: isOn,
      powerSourceReady: isReady,
      currentFlow: isOn,
      wireStuck: isWireStuck && this.#hasBurnt && !this.#isBurning,
      touchDetected: isTouching,
      machineFault: false,
    };
  }

  #burn(isBurning: boolean): void {
    this.#isBurning = isBurning;
    this.#hasBurnt ||= isBurning;
    this.#parts.onChange();
  }
}
