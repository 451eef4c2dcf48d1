import { newestVersion } from '@cellwright/domain';
import { type AnyEntity, type DocumentUpgrade, refuseUnreadable, upgradeOf, withoutFormat } from '@cellwright/entities';
import type { StoredEntity } from './stored-entity.ts';

/** A stored document that this build cannot read, with the reason. */
export interface UnreadableDocument {
  readonly entity: string;
  readonly id: string;
  readonly message: string;
}

/** The one place where stored documents become those of the newest form. Nothing is written. */
export class StoredForms {
  private readonly own: ReadonlyMap<string, DocumentUpgrade>;
  private readonly onUnreadable: (document: UnreadableDocument) => void;

  /** @param own upgrades of entities with parts that have versions of their own, by name */
  constructor(own: ReadonlyMap<string, DocumentUpgrade>, onUnreadable: (document: UnreadableDocument) => void) {
    this.own = own;
    this.onUnreadable = onUnreadable;
  }

  /** @throws ProductError conflict when its form is newer than this build reads. */
  async read(entity: AnyEntity, stored: StoredEntity): Promise<StoredEntity> {
    const read = await this.upgrade(entity, stored);
    return read.ok ? read.stored : refuseUnreadable(read.problems);
  }

  /** Documents that cannot be read are reported and left out. */
  async readMany(entity: AnyEntity, stored: readonly StoredEntity[]): Promise<StoredEntity[]> {
    const read = await Promise.all(stored.map((each) => this.upgrade(entity, each)));
    return read.flatMap((each, index) => {
      if (each.ok) return [each.stored];
      const message = each.problems[0]?.message ?? '';
      this.onUnreadable({ entity: entity.name, id: stored[index]?.id ?? '', message });
      return [];
    });
  }

  /** Documents for a list. One that cannot be read is listed as it was stored, where the entity has listings. */
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

/** The listing of a document whose own form has changed; undefined where the stored one holds. */
function listingOf(entity: AnyEntity, body: string): string | undefined {
  if (!entity.listing || newestVersion(entity) === 1) return undefined;
  const parsed = entity.schema.safeParse(withoutFormat(entity, JSON.parse(body)));
  return parsed.success ? JSON.stringify(entity.listing.of(parsed.data)) : undefined;
}
