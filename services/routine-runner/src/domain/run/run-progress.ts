import type { Engine, Place } from '@cellwright/steps/engine';
import type { Trajectory } from '@cellwright/trajectory';
import type { SessionCore } from '../core/session-core.ts';
import type { ProgressRow } from '../journal/journal.ts';
import type { ToolModel } from '../planner.ts';
import { thinPath } from './driven-path.ts';
import type { RoutineVariables } from './routine-variables.ts';
import type { StepStates } from './step-states.ts';
import type { RunPlace } from './stored-run.ts';

export interface RunProgressParts {
  readonly core: SessionCore;
  readonly engine: Pick<Engine, 'places'>;
  readonly variables: RoutineVariables;
  readonly steps: StepStates;
  /** Where a run that goes on with another begins. */
  readonly firstPlaces: readonly Place[];
}

/**
 * What a run needs to be gone on with, told to its journal with every batch: where it is, and of its variables those
 * that changed. Nothing is done for it at a step, and no more is written than the journal itself writes.
 */
export class RunProgress {
  private readonly parts: RunProgressParts;
  private path: Trajectory | undefined;
  private hasToldPath = false;

  constructor(parts: RunProgressParts) {
    this.parts = parts;
  }

  /** What changed since the last time, behind the journal entry of this number. */
  take(seq: number): ProgressRow[] {
    const { core, engine, variables, steps, firstPlaces } = this.parts;
    const { arm, tools, store } = core;
    const reached = engine.places();
    const place: RunPlace = {
      seq,
      places: [...(reached.length > 0 ? reached : firstPlaces)],
      joints: arm.joints ?? null,
      tool: copyOf(tools.current),
      payloadMassKg: store.state.payload.mass,
      base: store.state.base,
    };
    const rows: ProgressRow[] = [{ scope: 'place', id: '', value: place }];
    if (arm.pathUnderWay !== this.path || !this.hasToldPath) {
      this.path = arm.pathUnderWay;
      this.hasToldPath = true;
      rows.push({ scope: 'path', id: '', value: this.path ? thinPath(this.path) : null });
    }
    for (const [id, value] of variables.takeChanges()) rows.push({ scope: 'variable', id, value });
    for (const [id, value] of steps.takeChanges()) rows.push({ scope: 'step', id, value });
    return rows;
  }
}

function copyOf({ boxes, centreOfGravity: [x, y, z], ...tool }: ToolModel): RunPlace['tool'] {
  return {
    ...tool,
    centreOfGravity: [x, y, z],
    boxes: boxes.map(({ pose, size: [length, width, height] }) => ({ pose, size: [length, width, height] })),
  };
}
