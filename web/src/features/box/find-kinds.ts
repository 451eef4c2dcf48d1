import {
  type AnyEquipmentKind,
  type CatalogueEntry,
  catalogueGroups,
  contractOf,
  listKinds,
} from '@cellwright/equipment/contracts';

export type CatalogueGroup = CatalogueEntry['group'];

export interface FoundGroup {
  readonly group: CatalogueGroup;
  readonly kinds: readonly AnyEquipmentKind[];
}

/** Returns a text of a kind in the language of the page. */
type TranslateKind = (kind: string, part: 'label' | 'description', english: string) => string;

/**
 * Returns the kinds of devices, by group, whose name, maker or description contains every word of a text. Empty groups
 * are omitted.
 */
export function findKinds(text: string, translate: TranslateKind): FoundGroup[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const isFound = (kind: AnyEquipmentKind) => {
    const { label, description, catalogue } = contractOf(kind);
    const said = [
      label,
      translate(kind, 'label', label),
      description,
      translate(kind, 'description', description),
      catalogue.maker ?? '',
      kind,
    ];
    const searched = said.join(' ').toLocaleLowerCase();
    return words.every((word) => searched.includes(word));
  };
  const found = listKinds().filter(isFound);
  return catalogueGroups
    .map((group) => ({ group, kinds: found.filter((kind) => contractOf(kind).catalogue.group === group) }))
    .filter(({ kinds }) => kinds.length > 0);
}
