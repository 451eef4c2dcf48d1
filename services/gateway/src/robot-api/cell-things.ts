import { type SpaceItem, spaceItemSchema } from '@cellwright/domain/space';
import { anyEntity, type EntityName, type Subject, sortOf } from '@cellwright/entities';
import type { EntityAccess, ShownDocument } from '../domain/entity-access.ts';
import { httpDoorOf } from '../http/audit-refusals.ts';
import type { RobotCall } from './robot-line.ts';

/** Page size for lists of entities, and the maximum that is searched. */
const pageSize = 100;
const maxPageSize = 1000;
/** Maximum of items in one response. */
const maxItems = 10_000;

interface PageQuery {
  readonly limit: number;
  readonly offset: number;
  readonly where?: Readonly<Record<string, string[]>>;
}

/** Stored documents of the cell, as this API reads them. */
export class CellThings {
  private readonly access: EntityAccess;

  constructor(access: EntityAccess) {
    this.access = access;
  }

  /** Returns a page of a list, from the offset on. */
  async page(call: RobotCall, name: EntityName, query: PageQuery): Promise<unknown[]> {
    const { limit, offset, where = {} } = query;
    return this.collect(call, name, { where, limit: Math.min(limit, maxItems), offset }, maxPageSize);
  }

  /** Returns all documents of a list. */
  async all(call: RobotCall, name: EntityName, where: PageQuery['where'] = {}): Promise<unknown[]> {
    return this.collect(call, name, { where, limit: maxItems, offset: 0 }, pageSize);
  }

  private async collect(call: RobotCall, name: EntityName, query: PageQuery, atATime: number): Promise<unknown[]> {
    const found: unknown[] = [];
    while (found.length < query.limit) {
      const limit = Math.min(atATime, query.limit - found.length);
      const offset = query.offset + found.length;
      const { items, total } = await this.find(call, name, { ...query, limit, offset });
      found.push(...items);
      // A page of large documents may be shorter than requested.
      if (items.length === 0 || offset + items.length >= total) break;
    }
    return found;
  }

  private async find(
    call: RobotCall,
    name: EntityName,
    query: PageQuery,
  ): Promise<{ readonly items: unknown[]; readonly total: number }> {
    const entity = anyEntity(name);
    const { limit, offset, where = {} } = query;
    const wanted = { where, search: '', sort: sortOf(entity, []), limit, offset };
    const { items, total } = await this.access.find(entity, wanted, subjectOf(call));
    return { items: items.map(parse), total };
  }

  /** @throws ProductError not_found */
  async get(call: RobotCall, name: EntityName, id: string): Promise<unknown> {
    return parse(await this.access.get(anyEntity(name), id, undefined, subjectOf(call)));
  }

  /** A request that is repeated with the same key creates nothing new. */
  async create(call: RobotCall, name: EntityName, document: object, commandKey = ''): Promise<unknown> {
    const json = Buffer.from(JSON.stringify(document));
    return parse(await this.access.create(anyEntity(name), json, subjectOf(call), commandKey));
  }

  /** @throws ProductError not_found */
  async remove(call: RobotCall, name: EntityName, id: string): Promise<void> {
    await this.access.remove(anyEntity(name), id, undefined, subjectOf(call), '');
  }

  async calibrations(call: RobotCall): Promise<SpaceItem[]> {
    const items = await this.all(call, 'globalSpace', { kind: ['localAccuracyCalibration'] });
    return items.map((item) => spaceItemSchema.parse(item));
  }
}

function subjectOf({ identity }: RobotCall): Subject {
  return { ...identity, door: httpDoorOf(identity) };
}

function parse({ json }: ShownDocument): unknown {
  return JSON.parse(Buffer.from(json).toString('utf8'));
}
