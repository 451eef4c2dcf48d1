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
  /** Names of the examples whose loose parts are all there. */
  readonly scattered: ReadonlySet<string>;
  /** Capabilities of the tool that every simulated robot and twin carries. */
  readonly mounted: ReadonlySet<string>;
}

const documentThings = ['routines', 'globalVariables', 'globalSpace', 'codeBlocks'] as const satisfies DocumentThing[];

/** Reads which of the required objects the cell has. */
export async function readThings(cell: ExampleCell, examples: readonly ExampleFile[]): Promise<CellThings> {
  const wanted = examples.flatMap((example) => [routineItem(example), ...example.items]);
  const idsOf = (thing: DocumentThing) => wanted.filter((item) => item.thing === thing).map(({ id }) => id);
  const usesSurfaces = examples.some(({ setUp }) => setUp.contactSurfaces.length > 0);
  const usesTools = examples.some(({ setUp }) => setUp.tool !== undefined);
  const [devices, flagsOn, surfaces, flanges, scattered, ...found] = await Promise.all([
    cell.listDevices(),
    cell.listFlagsOn(),
    usesSurfaces ? cell.readSurfaces() : [],
    usesTools ? cell.readFlanges() : undefined,
    listScattered(cell, examples),
    ...documentThings.map((thing) => cell.findPresent(thing, idsOf(thing))),
  ]);
  const tools = [...(flanges?.values() ?? [])].map(({ movedID }) => devices.get(movedID ?? '') ?? []);
  const [first = [], ...others] = tools;
  return {
    ...{ flagsOn, surfaces, scattered, documents: new Set(found.flatMap((ids) => [...ids])) },
    capabilities: new Set([...devices.values()].flat()),
    mounted: new Set(first.filter((capability) => others.every((tool) => tool.includes(capability)))),
  };
}

async function listScattered(cell: ExampleCell, examples: readonly ExampleFile[]): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const { name, setUp } of examples)
    if (setUp.looseParts.length === 0 || (await cell.hasLooseParts(setUp.looseParts))) names.add(name);
  return names;
}

export function routineItem({ routineID, title }: Pick<ExampleFile, 'routineID' | 'title'>): ExampleItem {
  return { thing: 'routines', id: routineID, name: title };
}

/** Lists the missing objects of the cell for an example, without its routine, in the order in which they are set up. */
export function listLacks({ name, capabilities, items, setUp }: ExampleFile, cell: CellThings): readonly ExampleItem[] {
  const flags = setUp.flags
    .filter((name) => !cell.flagsOn.has(name))
    .map((name): ExampleItem => ({ thing: 'featureFlags', id: name, name: featureFlagCatalogue[name].title }));
  const missing = capabilities.filter((capability) => !cell.capabilities.has(capability));
  // One device may have several of the capabilities.
  const devices = new Map(
    missing.map((capability): [string, ExampleItem] => {
      const kind = setUp.devices[capability]?.kind ?? '';
      return [kind, { thing: 'equipment', id: kind, name: nameDevice(setUp, capability) }];
    }),
  );
  const calibrations = missing.flatMap((capability): ExampleItem[] => {
    const kind = setUp.devices[capability]?.kind ?? '';
    if (!setUp.cameraCalibrations[capability]) return [];
    return [{ thing: 'cameraCalibrations', id: kind, name: nameDevice(setUp, capability) }];
  });
  const surfaces = setUp.contactSurfaces
    .filter((surface) => !cell.surfaces.some((present) => isDeepStrictEqual(present, surface)))
    .map((surface): ExampleItem => ({ thing: 'contactSurfaces', id: surface.name, name: surface.name }));
  const { tool } = setUp;
  const tools: ExampleItem[] =
    tool === undefined || cell.mounted.has(tool)
      ? []
      : [{ thing: 'mountedTools', id: tool, name: nameDevice(setUp, tool) }];
  const documents = items.filter(({ id }) => !cell.documents.has(id));
  const parts: ExampleItem[] = cell.scattered.has(name) ? [] : [looseItem];
  return [...flags, ...devices.values(), ...calibrations, ...surfaces, ...parts, ...documents, ...tools];
}

/** All loose parts of an example, as one item. */
export const looseItem: ExampleItem = { thing: 'looseParts', id: 'parts', name: 'Parts' };

function nameDevice({ devices }: ExampleFile['setUp'], capability: string): string {
  const { kind = '', name } = devices[capability] ?? {};
  return name ?? (isEquipmentKind(kind) ? contractOf(kind).label : capability);
}
