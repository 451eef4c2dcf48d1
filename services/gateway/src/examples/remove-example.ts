import { ProductError } from '@cellwright/domain/basics';
import { type BroughtItem, type ExampleRecord, isFlagName, type KeptItem } from '@cellwright/domain/cell';
import * as z from 'zod';
import type { Author, DocumentThing, ExampleCell, ExampleLibrary } from './example-cell.ts';
import type { ExampleFile } from './example-files.ts';

export interface RemovalDeps {
  readonly library: ExampleLibrary;
  readonly makeKey: () => string;
}

export interface Removal {
  removed: BroughtItem[];
  kept: KeptItem[];
}

const usesSchema = z.object({ usedBy: z.array(z.object({ name: z.string() })) });
/** The tool on the flange first: its device is in use. Then the routine, which names the other objects. */
const order = [
  'mountedTools',
  'routines',
  'codeBlocks',
  'globalVariables',
  'globalSpace',
  'cameraCalibrations',
  'equipment',
  'featureFlags',
  'contactSurfaces',
  'looseParts',
] as const;

/**
 * Removes what an example has created, if it is unchanged and unused. Changed objects belong to the cell from then on.
 */
export async function removeExample(
  cell: ExampleCell,
  example: ExampleFile,
  author: Author,
  { library, makeKey }: RemovalDeps,
): Promise<Removal> {
  const record = (await cell.listRecords()).get(example.name);
  const removal: Removal = { removed: [], kept: [] };
  if (!record) return removal;
  const remove = async (item: BroughtItem, usedBy: readonly string[]): Promise<KeptItem | undefined> => {
    const { version, ...named } = item;
    if (usedBy.length > 0) return { ...named, because: 'used', usedBy: [...usedBy] };
    const { thing, id } = item;
    if (thing === 'contactSurfaces') return removeSurface(cell, example, item);
    if (thing === 'looseParts') return removeParts(cell, example, item);
    if (thing === 'mountedTools') return unmountTool(cell, item, record.toolsBefore);
    if (thing === 'featureFlags') return removeFlag(cell, item, makeKey());
    const present = await cell.findVersion(thing, id);
    if (present === undefined) return undefined;
    if (present !== version) return { ...named, because: 'changed', usedBy: [] };
    return removeDocument(cell, { ...item, thing }, makeKey());
  };
  const brought = order.flatMap((thing) => record.brought.filter((item) => item.thing === thing));
  let dependents: ReadonlyMap<string, readonly string[]> | undefined;
  for (const item of brought) {
    const isNeededUnnamed = item.thing === 'equipment' || item.thing === 'featureFlags';
    // Requested after the routine of the example is gone, since it is the first user.
    if (isNeededUnnamed) dependents ??= await library.listDependents(unnamedOf(brought), author);
    const kept = await remove(item, (isNeededUnnamed && dependents?.get(item.id)) || []);
    if (kept) removal.kept.push(kept);
    else removal.removed.push(item);
  }
  const stays = (item: BroughtItem) =>
    removal.kept.some(({ thing, id, because }) => thing === item.thing && id === item.id && because !== 'changed');
  const brings = record.brought.filter(stays);
  const keepsTool = brings.some(({ thing }) => thing === 'mountedTools');
  const left = { id: record.id, brought: brings, ...(keepsTool && { toolsBefore: record.toolsBefore }) };
  await cell.saveRecord(left, record.version, makeKey());
  return removal;
}

async function removeSurface(cell: ExampleCell, { setUp }: ExampleFile, { version: _, ...named }: BroughtItem) {
  if (!cell.mayAdd('contactSurfaces')) return { ...named, because: 'notAllowed' as const, usedBy: [] };
  const surface = setUp.contactSurfaces.find(({ name }) => name === named.id);
  if (!surface || (await cell.removeSurface(surface))) return undefined;
  return { ...named, because: 'changed' as const, usedBy: [] };
}

async function removeParts(cell: ExampleCell, { setUp }: ExampleFile, { version: _, ...named }: BroughtItem) {
  if (!cell.mayAdd('looseParts')) return { ...named, because: 'notAllowed' as const, usedBy: [] };
  await cell.removeLooseParts(setUp.looseParts);
  return undefined;
}

async function unmountTool(
  cell: ExampleCell,
  { version: _, ...named }: BroughtItem,
  toolsBefore: ExampleRecord['toolsBefore'] = {},
) {
  if (!cell.mayAdd('mountedTools')) return { ...named, because: 'notAllowed' as const, usedBy: [] };
  await cell.mountEarlierTools(named.id, toolsBefore);
  return undefined;
}

async function removeFlag(cell: ExampleCell, { version: _, ...named }: BroughtItem, key: string) {
  if (!(await cell.listFlagsOn()).has(named.id)) return undefined;
  if (!cell.mayAdd('featureFlags')) return { ...named, because: 'notAllowed' as const, usedBy: [] };
  await cell.switchFlag(named.id, false, key);
  return undefined;
}

async function removeDocument(
  cell: ExampleCell,
  { version, ...named }: BroughtItem & { readonly thing: DocumentThing },
  key: string,
): Promise<KeptItem | undefined> {
  try {
    await cell.remove(named.thing, named.id, version, key);
    return undefined;
  } catch (error) {
    if (!(error instanceof ProductError) || error.code !== 'conflict') throw error;
    const uses = usesSchema.safeParse(error.details).data?.usedBy ?? [];
    return { ...named, because: 'used', usedBy: uses.map(({ name }) => name) };
  }
}

/** Returns the created devices and features: routines need them without naming them. */
function unnamedOf(brought: readonly BroughtItem[]) {
  const idsOf = (thing: BroughtItem['thing']) => brought.filter((item) => item.thing === thing).map(({ id }) => id);
  return { equipment: idsOf('equipment'), flags: idsOf('featureFlags').filter(isFlagName) };
}
