import { ProductError } from '@cellwright/domain/basics';
import { anyEntity, type EntityUse, type Owner } from '@cellwright/entities';
import { beforeEach, describe, expect, it } from 'vitest';
import { EntityAccess } from './entity-access.ts';
import type { EntityDoor } from './entity-door.ts';

const ada = { subjectID: 'u1', name: 'Ada', permissions: ['author'] as const };
const equipment = anyEntity('equipment');
const use: EntityUse = { entity: 'routines', id: 'routine_1', name: 'Pick' };

let uses: EntityUse[] | Error;
let asked: Owner[];
let removed: string[];
const unused = () => Promise.reject(new Error('not in this test'));
const door: EntityDoor = {
  find: unused,
  get: unused,
  create: unused,
  save: unused,
  restore: unused,
  listVersions: unused,
  remove: async (_entity, id) => {
    removed.push(id);
    return { id, version: 2, json: Buffer.from('{}') };
  },
  listUses: async (owner) => {
    asked.push(owner);
    if (uses instanceof Error) throw uses;
    return uses;
  },
};
const access = new EntityAccess(door);
const remove = (entity = equipment) => access.remove(entity, 'equipment_1', undefined, ada, '');

beforeEach(() => {
  uses = [];
  asked = [];
  removed = [];
});

describe('A document that other services refer to', () => {
  it('causes one concurrent lookup in all services', async () => {
    uses = [use];
    expect(await access.uses(equipment, 'equipment_1', ada)).toEqual([use]);
    expect(asked).toEqual(['library']);
  });

  it('cannot be removed, and the error names its uses', async () => {
    uses = [use];
    await expect(remove()).rejects.toMatchObject({
      code: 'conflict',
      message: "The device is used by 'Pick'. Change that first, then remove it",
      details: { usedBy: [use] },
    });
    expect(removed).toEqual([]);
  });

  it('cannot be removed while such a service does not respond', async () => {
    uses = new ProductError('unavailable', 'The library does not answer');
    await expect(remove()).rejects.toMatchObject({ code: 'unavailable' });
    expect(removed).toEqual([]);
  });

  it('can be removed once nothing refers to it', async () => {
    await remove();
    expect(removed).toEqual(['equipment_1']);
  });

  it('causes no lookup within one service: the owner checks in its transaction', async () => {
    uses = [use];
    await access.remove(anyEntity('globalVariables'), 'variable_1', undefined, ada, '');
    expect(asked).toEqual([]);
  });
});
