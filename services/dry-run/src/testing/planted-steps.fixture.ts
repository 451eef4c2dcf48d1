/** For tests: how routines with mistakes are written down. */

import type { ProofFinding, ProofFindingKind } from '@cellwright/domain/run';
import { emptyScene, type Obstacle } from '@cellwright/domain/space';
import type { ProofWishes } from './proof.fixture.ts';

export interface PlannedStep {
  readonly kind: string;
  readonly args?: object;
  readonly steps?: readonly PlannedStep[];
}

export interface Mistake extends ProofWishes {
  readonly name: string;
  readonly steps: readonly PlannedStep[];
  readonly variables?: readonly { readonly name: string; readonly initialValue: string; readonly isGlobal?: boolean }[];
  /** Space items of the routine. */
  readonly space?: readonly object[];
  readonly expected: {
    readonly kind: ProofFindingKind;
    readonly severity: ProofFinding['severity'];
    /** Undefined for what concerns the whole routine. */
    readonly path?: string;
    readonly message: RegExp;
  };
}

/** The tool points down. */
const down = { i: 0, j: Math.SQRT1_2, k: 0, w: Math.SQRT1_2 };
export const at = (x: number, y: number, z: number) => ({ target: { pose: { x, y, z, ...down } } });
export const through = (...waypoints: readonly object[]): PlannedStep => ({
  kind: 'MoveArmToV2',
  args: { motionSpeed: 100 },
  steps: waypoints.map((args) => ({ kind: 'Waypoint', args })),
});
export const constant = (value: unknown) => ({ kind: 'constant', value });
export const boxAt = (x: number, y: number, z: number, size: readonly [number, number, number]): Obstacle => ({
  name: 'fixture',
  shape: { kind: 'box', size: [...size] },
  pose: { x, y, z, i: 0, j: 0, k: 0, w: 1 },
});
export const among = (...obstacles: Obstacle[]) => ({
  facts: { scene: { ...emptyScene('simulated'), revision: 1, obstacles } },
});

/** A routine file of these steps; their ids are made of their paths. */
export function fileOf({ steps, variables = [], space = [] }: Pick<Mistake, 'steps' | 'variables' | 'space'>): object {
  const stepConfigurations: Record<string, object> = {};
  const build = (list: readonly PlannedStep[], outer: string): object[] =>
    list.map(({ kind, args = {}, steps: inner }, index) => {
      const path = `${outer}${index + 1}`;
      const id = `step_${path.replaceAll('.', '_')}`;
      stepConfigurations[id] = { stepKind: kind, args };
      return { id, stepKind: kind, ...(inner ? { steps: build(inner, `${path}.`) } : {}) };
    });
  const environmentVariables = variables.map((own, index) => ({
    id: `variable_${index + 1}`,
    isGlobal: false,
    ...own,
  }));
  return {
    format: 'cellwright.routine',
    formatVersion: 1,
    routine: {
      id: 'routine_planted',
      name: 'Planted',
      description: '',
      isTemplate: false,
      steps: build(steps, ''),
      stepConfigurations,
      space,
      environmentVariables,
    },
  };
}
