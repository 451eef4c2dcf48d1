import { anyEntity, type EntityQuery } from '@cellwright/entities';
import { beforeEach, describe, expect, it } from 'vitest';
import { EntityReplica } from './entity-replica.ts';

const entity = anyEntity('globalVariables');
const all: EntityQuery = { where: {}, search: '', sort: ['name'], limit: 10, offset: 0 };
const documentOf = (id: string, version: number, name = id) => ({ id, name, version });
const answerOf = (id: string, version: number, name = id) => ({
  id,
  version,
  json: Buffer.from(JSON.stringify(documentOf(id, version, name))),
});

describe('EntityReplica', () => {
  let replica: EntityReplica;
  const names = () => replica.find(all)?.items.map(({ json }) => JSON.parse(String(json)).name);
  beforeEach(() => {
    replica = new EntityReplica(entity);
    replica.takeAll(5, [answerOf('a', 1), answerOf('b', 2)]);
  });

  it('returns nothing before it was read, and while it is out of date', () => {
    const fresh = new EntityReplica(entity);
    expect([fresh.find(all), fresh.get('a')]).toEqual([undefined, undefined]);
    replica.fallBehind();
    expect([replica.find(all), replica.get('a')]).toEqual([undefined, undefined]);
    expect(replica.takeAll(6, [answerOf('a', 1)]), 'b is gone').toMatchObject([{ change: 'removed', id: 'b' }]);
    expect(names()).toEqual(['a']);
  });

  it('answers finds with filters, order and pages, with the same bytes until something changes', () => {
    const where = { ...all, where: { name: ['b'] } };
    const found = replica.find(where);
    expect(found).toMatchObject({ total: 1, revision: 5, items: [{ id: 'b', version: 2 }] });
    expect(replica.find(where)).toBe(found);
    replica.takeChange(6, 'b', 3, documentOf('b', 3, 'c'));
    expect(replica.find(where)).toMatchObject({ total: 0, revision: 6 });
  });

  it('contains a change of this gateway before its event arrives, which does not revert it', () => {
    replica.takeAnswer(answerOf('a', 3, 'new'), false);
    replica.takeChange(6, 'a', 2, documentOf('a', 2, 'older'));
    expect(names()).toEqual(['b', 'new']);
    replica.takeAnswer(answerOf('b', 3), true);
    replica.takeChange(7, 'b', 2, documentOf('b', 2));
    expect(names(), 'a removed one stays removed').toEqual(['new']);
    replica.takeAnswer(answerOf('b', 2), false);
    expect(names(), 'also when an answer comes late').toEqual(['new']);
  });

  it('reports after a gap what listeners have missed, including changes of this gateway', () => {
    replica.takeAnswer(answerOf('a', 2, 'mine'), false);
    replica.takeAnswer(answerOf('c', 1), false);
    replica.takeAnswer(answerOf('b', 3), true);
    expect(replica.takeAll(9, [answerOf('a', 2, 'mine'), answerOf('c', 1), answerOf('d', 1)])).toMatchObject([
      { change: 'removed', id: 'b' },
      { change: 'patched', id: 'a', version: 2 },
      { change: 'created', id: 'c' },
      { change: 'created', id: 'd' },
    ]);
    expect(replica.takeAll(9, [answerOf('a', 2, 'mine'), answerOf('c', 1), answerOf('d', 1)])).toEqual([]);
  });
});
