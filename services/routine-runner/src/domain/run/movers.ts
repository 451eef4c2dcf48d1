import { Mover } from '../arm/mover.ts';
import { PauseGate } from '../arm/pause-gate.ts';
import { definePart, type PartContext } from '../core/part.ts';
import type { Planner } from '../planner.ts';

export interface MoversOutside {
  readonly planner: Planner;
}

/** Moves of the run pass the gate of a paused run; manual moves have their own. */
export const moversPart = definePart({
  name: 'movers',
  start({ core: { arm, clock }, outside: { planner } }: PartContext<MoversOutside>) {
    const gate = new PauseGate();
    return {
      gate,
      run: new Mover({ arm, planner, gate, clock }),
      hand: new Mover({ arm, planner, gate: new PauseGate(), clock }),
    };
  },
});
