import type { PlaceStep } from '@cellwright/domain/run';
import type { SpaceItem } from '@cellwright/domain/space';
import type { Engine, Place, Program } from '@cellwright/steps/engine';
import type { Trajectory } from '@cellwright/trajectory';
import type { SessionCore } from '../core/session-core.ts';
import type { ProgressRow } from '../journal/journal.ts';
import type { ToolModel } from '../planner.ts';
import { thinPath } from './driven-path.ts';
import { PlaceWords } from './place-words.ts';
import type { RoutineVariables } from './routine-variables.ts';
import type { StepStates } from './step-states.ts';
import type { RunPlace } from './stored-run.ts';

export interface RunProgressParts {
  readonly core: SessionCore;
  readonly engine: Pick<Engine, 'places'>;
  readonly program: Pick<Program, 'steps'>;
  readonly spaceItems: ReadonlyMap<string, SpaceItem>;
  readonly variables: RoutineVariables;
  readonly steps: StepStates;
  /** First places of a run that continues another. */
  readonly firstPlaces: readonly Place[];
}

/**
 * Data for continuing a run, passed to its journal with every batch: its place, and its changed variables. It costs
 * nothing at a step, and writes no more than the journal itself.
 */
export class RunProgress {
  private readonly parts: RunProgressParts;
  private path: Trajectory | undefined;
  private hasToldPath = false;
  private hasStarted = false;
  /** Built with the first place: a routine may have fifty thousand steps. */
  private words: PlaceWords | undefined;

  constructor(parts: RunProgressParts) {
    this.parts = parts;
  }

  /** From now on the run can be continued. Before, its start may still be refused. */
  start(): void {
    this.hasStarted = true;
  }

  /** Place of the run in words; null before its first step. */
  get at(): PlaceStep | null {
    const { program, spaceItems, steps } = this.parts;
    const { places } = this;
    if (!this.hasStarted || places.length === 0) return null;
    this.words ??= new PlaceWords(program, spaceItems);
    return this.words.describeMain(places, (stepID, name) => steps.getVariable(stepID, name));
  }

  private get places(): readonly Place[] {
    const { engine, firstPlaces } = this.parts;
    const reached = engine.places();
    return reached.length > 0 ? reached : firstPlaces;
  }

  /** Returns the changes since the last call, at the journal entry of this number. */
  take(seq: number): ProgressRow[] {
    if (!this.hasStarted) return [];
    const { core, variables, steps } = this.parts;
    const { arm, tools, store } = core;
    const place: RunPlace = {
      seq,
      places: [...this.places],
      at: this.at,
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
