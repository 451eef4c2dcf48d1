import { Mover } from '../arm/mover.ts';
import { PauseGate } from '../arm/pause-gate.ts';
import { definePart, type PartContext } from '../core/part.ts';
import type { Planner } from '../planner.ts';
import { interiorsPart } from './interiors.ts';

export interface MoversOutside {
  readonly planner: Planner;
}

/** Moves of the run pass the gate of a paused run; manual moves have their own. */
export const moversPart = definePart({
  name: 'movers',
  start({ core, outside: { planner } }: PartContext<MoversOutside>) {
    const { arm, clock } = core;
    const gate = new PauseGate();
    const watchMotion = () => interiorsPart.of(core).watchMotion();
    return {
      gate,
      run: new Mover({ arm, planner, gate, clock, watchMotion }),
      hand: new Mover({ arm, planner, gate: new PauseGate(), clock, watchMotion }),
    };
  },
});
