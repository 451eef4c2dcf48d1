import { newestVersion } from '@cellwright/domain/basics';
import { type AnyEntity, type DocumentUpgrade, refuseUnreadable, upgradeOf, withoutFormat } from '@cellwright/entities';
import type { StoredEntity } from './stored-entity.ts';

/** A stored document that this build cannot read, with the reason. */
export interface UnreadableDocument {
  readonly entity: string;
  readonly id: string;
  readonly message: string;
}

/** Converts stored documents to the newest form; the only place that does so. Writes nothing. */
export class StoredForms {
  private readonly own: ReadonlyMap<string, DocumentUpgrade>;
  private readonly onUnreadable: (document: UnreadableDocument) => void;

  /**
   * Creates it.
   * @param own upgrades of entities with parts that have their own versions, by name
   */
  constructor(own: ReadonlyMap<string, DocumentUpgrade>, onUnreadable: (document: UnreadableDocument) => void) {
    this.own = own;
    this.onUnreadable = onUnreadable;
  }

  /**
   * Reads a document.
   * @throws ProductError conflict when its form is newer than this build reads.
   */
  async read(entity: AnyEntity, stored: StoredEntity): Promise<StoredEntity> {
    const read = await this.upgrade(entity, stored);
    return read.ok ? read.stored : refuseUnreadable(read.problems);
  }

  /** Reads documents; reports and omits unreadable ones. */
  async readMany(entity: AnyEntity, stored: readonly StoredEntity[]): Promise<StoredEntity[]> {
    const read = await Promise.all(stored.map((each) => this.upgrade(entity, each)));
    return read.flatMap((each, index) => {
      if (each.ok) return [each.stored];
      const message = each.problems[0]?.message ?? '';
      this.onUnreadable({ entity: entity.name, id: stored[index]?.id ?? '', message });
      return [];
    });
  }

  /** Reads documents for a list. An unreadable one is listed as stored if the entity has listings. */
  async readListed(entity: AnyEntity, stored: readonly StoredEntity[]): Promise<StoredEntity[]> {
    const hasOwnForms = newestVersion(entity) > 1;
    const read = await Promise.all(
      stored.map(async (each) => {
        if (each.listing === null) return this.readMany(entity, [each]);
        if (!hasOwnForms) return [each];
        const upgraded = await this.upgrade(entity, each);
        return [upgraded.ok ? upgraded.stored : each];
      }),
    );
    return read.flat();
  }

  private async upgrade(entity: AnyEntity, stored: StoredEntity) {
    const upgrade = this.own.get(entity.name) ?? upgradeOf(entity);
    if (!upgrade.mayDiffer(stored.body)) return { ok: true as const, stored };
    const upgraded = await upgrade.upgrade(stored.body);
    if (!upgraded.ok) return upgraded;
    const { text: body } = upgraded;
    if (body === stored.body) return { ok: true as const, stored };
    return { ok: true as const, stored: { ...stored, body, listing: listingOf(entity, body) ?? stored.listing } };
  }
}

/** Returns the listing of a document whose form has changed; undefined if the stored one is valid. */
function listingOf(entity: AnyEntity, body: string): string | undefined {
  if (!entity.listing || newestVersion(entity) === 1) return undefined;
  const parsed = entity.schema.safeParse(withoutFormat(entity, JSON.parse(body)));
  return parsed.success ? JSON.stringify(entity.listing.of(parsed.data)) : undefined;
}
