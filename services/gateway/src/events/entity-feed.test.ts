import { ProductError } from '@cellwright/domain/basics';
import { anyEntity, type EntityEvent } from '@cellwright/entities';
import { createInProcessBus, type EventBus, silentLogger } from '@cellwright/service-kit';
import { createGate, flushPromises, VirtualClock } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EntityDoor, FoundDocuments } from '../domain/entity-door.ts';
import { EntityReplica } from '../domain/entity-replica.ts';
import { createEntityFeed, type EntityFeed } from './entity-feed.ts';

const entity = anyEntity('globalVariables');

describe('The feed of changes', () => {
  let clock: VirtualClock;
  let bus: EventBus;
  let back: () => void;
  let stored: FoundDocuments;
  let isAway: boolean;
  /** Awaited before the owner answers. */
  let answering: Promise<void>;
  let feed: EntityFeed;
  let heard: string[];

  const answerOf = (id: string, version: number) => ({
    id,
    version,
    json: Buffer.from(JSON.stringify({ id, version })),
  });
  const find = async (
    _entity: unknown,
    { limit, where }: Parameters<EntityDoor['find']>[1],
  ): Promise<FoundDocuments> => {
    if (isAway) throw new ProductError('unavailable', 'away');
    await answering;
    const items = stored.items.filter(({ id }) => where.id?.includes(id) ?? true).slice(0, limit);
    return { ...stored, items };
  };
  const open = async (replica?: EntityReplica) => {
    const replicas = new Map(replica ? [[entity.name, replica]] : []);
    feed = await createEntityFeed({ entities: [entity], bus, door: { find }, replicas, clock, log: silentLogger });
    feed.listen({
      onChange: ({ change, id, document }) => heard.push(`${change} ${id} ${document.version}`),
      onReset: ({ name }) => heard.push(`reset ${name}`),
    });
    await flushPromises();
  };
  /** Opens the feed; what it reports after its first comparison is recorded. */
  const start = async (replica?: EntityReplica) => {
    await open(replica);
    heard = [];
  };
  const publish = async (revision: number, id: string, version = revision, parts: Partial<EntityEvent> = {}) => {
    const event: EntityEvent = {
      entity: entity.name,
      change: 'patched',
      id,
      version,
      revision,
      at: '2026-01-01T00:00:00.000Z',
      by: { id: 'u1', name: 'Ada' },
      document: { id, version },
      ...parts,
    };
    // Every delivery has a new message id: the bus no longer recognises the first.
    await bus.publish(`event.entity.${entity.name}`, event);
    await flushPromises();
  };

  beforeEach(() => {
    clock = new VirtualClock();
    const inner = createInProcessBus({ log: silentLogger });
    bus = {
      publish: (...args) => inner.publish(...args),
      subscribe: (...args) => inner.subscribe(...args),
      ping: () => inner.ping(),
      close: () => inner.close(),
      onReturn(callback) {
        back = callback;
        return () => undefined;
      },
    };
    stored = { items: [answerOf('a', 1)], total: 1, revision: 1 };
    isAway = false;
    answering = Promise.resolve();
    heard = [];
  });
  afterEach(async () => {
    await feed.close();
    await bus.close();
  });

  it('reports each change once, even if the bus repeats it', async () => {
    await start();
    for (const revision of [2, 3, 2, 3, 4]) await publish(revision, 'a');
    expect(heard).toEqual(['patched a 2', 'patched a 3', 'patched a 4']);
  });

  it('reads a document that was too large for its event', async () => {
    await start();
    stored = { items: [answerOf('a', 2)], total: 1, revision: 2 };
    await publish(2, 'a', 2, { document: null });
    await publish(3, 'a', 3, { document: null, change: 'removed' });
    expect(heard).toEqual(['patched a 2', 'removed a undefined']);
  });

  it('reports that changes were missed, and continues', async () => {
    await start();
    await publish(5, 'a');
    await publish(6, 'a');
    expect(heard).toEqual(['reset globalVariables', 'patched a 5', 'patched a 6']);
  });

  it('skips invalid events', async () => {
    await start();
    await bus.publish('event.entity.globalVariables', { hello: 1 });
    await publish(2, 'a', 2, { entity: 'of a newer service' });
    await publish(2, 'a');
    expect(heard).toEqual(['patched a 2']);
  });

  it('asks again after an outage of the bus', async () => {
    await start();
    stored = { ...stored, revision: 4 };
    back();
    await flushPromises();
    expect(heard).toEqual(['reset globalVariables']);
    await publish(4, 'a');
    await publish(5, 'a');
    expect(heard.slice(1)).toEqual(['patched a 5']);
  });

  describe.each([
    ['without a replica', () => undefined],
    ['with a replica', () => new EntityReplica(entity)],
  ])('The feed of changes that has just started, %s', (_, makeReplica) => {
    it('reports a reset with its first comparison, which may include changes after the read of a client', async () => {
      const gate = createGate();
      answering = gate.passed;
      await open(makeReplica());
      stored = { items: [answerOf('a', 2)], total: 1, revision: 2 };
      await publish(2, 'a');
      gate.open();
      await flushPromises();
      expect(heard[0]).toBe('reset globalVariables');
      await publish(3, 'a');
      expect(heard.at(-1)).toBe('patched a 3');
    });
  });

  it('reports no reset with its first comparison while nothing was ever stored', async () => {
    stored = { items: [], total: 0, revision: 0 };
    await open();
    expect(heard).toEqual([]);
  });

  describe('The feed of changes with a replica', () => {
    let replica: EntityReplica;
    beforeEach(async () => {
      replica = new EntityReplica(entity);
      await start(replica);
    });

    it('keeps it up to date', async () => {
      await publish(2, 'b', 1, { change: 'created' });
      await publish(3, 'a', 2, { change: 'removed' });
      expect(replica.get('b')).toMatchObject({ id: 'b', version: 1 });
      expect(replica.get('a')).toBeUndefined();
      expect(heard).toEqual(['created b 1', 'removed a 2']);
    });

    it('reads all documents again after a gap, and reports the differences', async () => {
      stored = { items: [answerOf('a', 3), answerOf('c', 1)], total: 2, revision: 7 };
      await publish(7, 'c', 1);
      expect(heard).toEqual(['patched a 3', 'created c 1']);
      await publish(8, 'c', 2);
      expect(heard.slice(2)).toEqual(['patched c 2']);
    });

    it('stops serving reads while its owner is unavailable, and reads again as soon as the owner is back', async () => {
      isAway = true;
      back();
      await flushPromises();
      expect(replica.get('a')).toBeUndefined();
      isAway = false;
      stored = { items: [answerOf('a', 2)], total: 1, revision: 2 };
      await clock.advance(5000);
      expect(replica.get('a')).toMatchObject({ version: 2 });
      expect(heard).toEqual(['patched a 2']);
    });
  });
});
