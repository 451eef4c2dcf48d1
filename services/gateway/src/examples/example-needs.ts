import { isDeepStrictEqual } from 'node:util';
import { type ExampleItem, featureFlagCatalogue } from '@cellwright/domain/cell';
import type { ContactSurface } from '@cellwright/domain/space';
import { contractOf, isEquipmentKind } from '@cellwright/equipment/contracts';
import type { DocumentThing, ExampleCell } from './example-cell.ts';
import type { ExampleFile } from './example-files.ts';

/** Objects of a cell that examples need. */
export interface CellThings {
  readonly capabilities: ReadonlySet<string>;
  readonly flagsOn: ReadonlySet<string>;
  /** Ids of the examples' documents that exist in the cell. */
  readonly documents: ReadonlySet<string>;
  readonly surfaces: readonly ContactSurface[];
}

const documentThings = ['routines', 'globalVariables', 'globalSpace', 'codeBlocks'] as const satisfies DocumentThing[];

/** Reads which of the required objects the cell has. */
export async function readThings(cell: ExampleCell, examples: readonly ExampleFile[]): Promise<CellThings> {
  const wanted = examples.flatMap((example) => [routineItem(example), ...example.items]);
  const idsOf = (thing: DocumentThing) => wanted.filter((item) => item.thing === thing).map(({ id }) => id);
  const usesSurfaces = examples.some(({ setUp }) => setUp.contactSurfaces.length > 0);
  const [capabilities, flagsOn, surfaces, ...found] = await Promise.all([
    cell.listCapabilities(),
    cell.listFlagsOn(),
    usesSurfaces ? cell.readSurfaces() : [],
    ...documentThings.map((thing) => cell.findPresent(thing, idsOf(thing))),
  ]);
  return { capabilities, flagsOn, surfaces, documents: new Set(found.flatMap((ids) => [...ids])) };
}

export function routineItem({ routineID, title }: Pick<ExampleFile, 'routineID' | 'title'>): ExampleItem {
  return { thing: 'routines', id: routineID, name: title };
}

/** Lists the missing objects of the cell for an example, without its routine, in the order in which they are set up. */
export function listLacks({ capabilities, items, setUp }: ExampleFile, cell: CellThings): readonly ExampleItem[] {
  const flags = setUp.flags
    .filter((name) => !cell.flagsOn.has(name))
    .map((name): ExampleItem => ({ thing: 'featureFlags', id: name, name: featureFlagCatalogue[name].title }));
  const missing = capabilities.filter((capability) => !cell.capabilities.has(capability));
  // One device may have several of the capabilities.
  const devices = new Map(
    missing.map((capability): [string, ExampleItem] => {
      const device = setUp.devices[capability];
      const kind = device?.kind ?? '';
      const label = isEquipmentKind(kind) ? contractOf(kind).label : capability;
      return [kind, { thing: 'equipment', id: kind, name: device?.name ?? label }];
    }),
  );
  const surfaces = setUp.contactSurfaces
    .filter((surface) => !cell.surfaces.some((present) => isDeepStrictEqual(present, surface)))
    .map(({ name }): ExampleItem => ({ thing: 'contactSurfaces', id: name, name }));
  return [...flags, ...devices.values(), ...surfaces, ...items.filter(({ id }) => !cell.documents.has(id))];
}
