import { parseRoutine, type Routine } from '@cellwright/domain/routine';
import { findScriptNames } from '@cellwright/steps/framework';
import { describe, expect, it } from 'vitest';
import type { CellInventory } from './check-routine.ts';
import { completeRoutine } from './complete-routine.ts';

const cell: CellInventory = {
  globalVariables: [{ id: 'variable_shift', name: 'shift', initialValue: 'early', isGlobal: true }],
  globalSpaceItems: [],
  equipment: [{ id: 'equipment_1', kind: 'OnRobot2FG7', name: 'Gripper', capabilities: ['gripper'], isOnFlange: true }],
  safetyOutputs: [],
  codeBlocks: [],
  hasDeveloperAPI: true,
  flagsOn: [],
};

function routineOf(descriptions: readonly (string | undefined)[]): Routine {
  const ids = descriptions.map((_, index) => `step_${index + 1}`);
  const parsed = parseRoutine({
    id: 'routine_1',
    name: 'Count',
    steps: ids.map((id, index) => ({ id, stepKind: 'Loop', description: descriptions[index] })),
    stepConfigurations: Object.fromEntries(ids.map((id) => [id, { stepKind: 'Loop', args: { times: 1 } }])),
    environmentVariables: [
      { id: 'variable_1', name: 'count', initialValue: 0 },
      { id: 'variable_2', name: 'part colour', initialValue: 'red' },
      { id: 'variable_3', name: 'done', initialValue: false },
    ],
    space: [{ id: 'space_1', kind: 'freeformPositionList', name: 'Tray', positions: [] }],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

const complete = (descriptions: readonly (string | undefined)[] = ['Count parts']) =>
  completeRoutine(routineOf(descriptions), cell);

describe('the names in expressions of a routine', () => {
  it('include its own variables before those of the cell, with their types', () => {
    expect(complete().filter(({ kind }) => kind === 'variable')).toEqual([
      variable('variable_1', 'count', 'number', 'routine', 'variables.count'),
      variable('variable_2', 'part colour', 'text', 'routine', "variables['part colour']"),
      variable('variable_3', 'done', 'boolean', 'routine', 'variables.done'),
      variable('variable_shift', 'shift', 'text', 'cell', 'variables.shift'),
    ]);
  });

  it('include the variables of its steps, by each unique step description', () => {
    const insertOf = (descriptions: readonly (string | undefined)[]) =>
      complete(descriptions)
        .filter(({ kind, name }) => kind === 'stepVariable' && name === 'completedCount')
        .map(({ insert, owner }) => [owner, insert]);
    expect(insertOf(['Count parts', undefined])).toEqual([
      ['1 Count parts', "steps['Count parts'].completedCount"],
      ['2 Loop', "steps['step_2'].completedCount"],
    ]);
    expect(insertOf(['Again', 'Again']).map(([, insert]) => insert)).toEqual([
      "steps['step_1'].completedCount",
      "steps['step_2'].completedCount",
    ]);
    expect(insertOf(["The maker's", `A 'b' "c"`]).map(([, insert]) => insert)).toEqual([
      `steps["The maker's"].completedCount`,
      "steps['step_2'].completedCount",
    ]);
  });

  it('include every signal, the space items, and the devices', () => {
    const all = complete();
    expect(all.find(({ id }) => id === 'Input 1')).toMatchObject({
      kind: 'port',
      type: 'Input',
      insert: "io['Input 1']",
    });
    expect(all.find(({ id }) => id === 'space_1')).toMatchObject({
      kind: 'spaceItem',
      type: 'freeformPositionList',
      scope: 'routine',
      insert: null,
    });
    expect(all.at(-1)).toMatchObject({ kind: 'device', id: 'equipment_1', name: 'Gripper', type: 'OnRobot2FG7' });
  });

  it('have the syntax that a script parses', () => {
    for (const { kind, id, name, insert } of complete(['Count parts', undefined, "The maker's"])) {
      const names = findScriptNames('JavaScript', insert ?? '');
      if (kind === 'variable') expect(names.variables).toEqual([name]);
      if (kind === 'stepVariable') expect(names.steps).toMatchObject([{ variable: name }]);
      if (kind === 'port') expect(names.io).toEqual([id]);
    }
  });
});

function variable(id: string, name: string, type: string, scope: string, insert: string) {
  return { kind: 'variable', id, name, type, scope, owner: null, insert, value: null };
}
