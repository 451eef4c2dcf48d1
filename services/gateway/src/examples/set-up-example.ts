import { ProductError } from '@cellwright/domain/basics';
import type { BroughtItem, ExampleItem, ExampleRecord } from '@cellwright/domain/cell';
import type { Author, ExampleCell, ExampleLibrary } from './example-cell.ts';
import type { ExampleFile } from './example-files.ts';
import { listLacks, readThings, routineItem } from './example-needs.ts';

export interface SetUpDeps {
  readonly library: ExampleLibrary;
  /** Creates keys of changes. */
  readonly makeKey: () => string;
}

/**
 * Adds the missing objects of the cell for an example, and its routine if there is none. Each object is recorded as
 * soon as it exists, so that it can be removed after a failure, too.
 * @throws ProductError of the first object that is refused
 */
export async function setUpExample(
  cell: ExampleCell,
  example: ExampleFile,
  author: Author,
  { library, makeKey }: SetUpDeps,
): Promise<{ routineID: string; brought: BroughtItem[] }> {
  const things = await readThings(cell, [example]);
  const lacks = listLacks(example, things);
  const isNew = !things.documents.has(example.routineID);
  refuseBeforehand(cell, isNew ? [routineItem(example), ...lacks] : lacks);
  const notes = await openNotes(cell, example.name, makeKey);
  for (const item of lacks.filter(({ thing }) => thing === 'featureFlags')) {
    await cell.switchFlag(item.id, true, makeKey());
    await notes.add({ ...item, version: 0 });
  }
  for (const item of lacks.filter(({ thing }) => thing === 'equipment')) {
    const config = Object.values(example.setUp.devices).find(({ kind }) => kind === item.id) ?? { kind: item.id };
    const { id, name, version } = await cell.addDevice(config, makeKey());
    await notes.add({ thing: 'equipment', id, name, version });
    const calibration = calibrationOf(example, item.id);
    if (!calibration) continue;
    const calibrated = await cell.addCalibration({ id, ...calibration }, makeKey());
    await notes.add({ thing: 'cameraCalibrations', id, name, version: calibrated.version });
  }
  const surfaces = lacks.filter(({ thing }) => thing === 'contactSurfaces');
  if (surfaces.length > 0) {
    await cell.putSurfaces(example.setUp.contactSurfaces);
    for (const item of surfaces) await notes.add({ ...item, version: 0 });
  }
  for (const item of lacks.filter(({ thing }) => thing === 'looseParts')) {
    await cell.putLooseParts(example.setUp.looseParts);
    await notes.add({ ...item, version: 0 });
  }
  const items = lacks.flatMap(({ thing, ...item }) => (isItem(thing) ? [{ ...item, thing }] : []));
  if (isNew || items.length > 0) {
    const { routineID, version } = await library.importRoutine(example.text, author, makeKey());
    if (isNew) await notes.add({ ...routineItem(example), id: routineID, version });
    for (const item of items) {
      const added = await cell.findVersion(item.thing, item.id);
      if (added !== undefined) await notes.add({ ...item, version: added });
    }
  }
  for (const item of lacks.filter(({ thing }) => thing === 'mountedTools'))
    await notes.add({ ...item, version: 0 }, await cell.mountTool(item.id));
  return { routineID: example.routineID, brought: [...notes.added] };
}

/** Returns the calibration of the devices of a kind, if the example brings one. */
function calibrationOf({ setUp }: ExampleFile, kind: string) {
  const [capability] = Object.entries(setUp.devices).find(([, device]) => device.kind === kind) ?? [];
  return capability === undefined ? undefined : setUp.cameraCalibrations[capability];
}

const itemThings = ['globalVariables', 'globalSpace', 'codeBlocks'] as const;

function isItem(thing: ExampleItem['thing']): thing is (typeof itemThings)[number] {
  return itemThings.some((each) => each === thing);
}

/** Throws before any setup if the caller lacks a permission for part of it. */
function refuseBeforehand(cell: ExampleCell, wanted: readonly ExampleItem[]): void {
  const refused = wanted.filter(({ thing }) => !cell.mayAdd(thing));
  if (refused.length === 0) return;
  const names = refused.map(({ name }) => `'${name}'`).join(', ');
  const help = refused.some(({ thing }) => thing === 'featureFlags')
    ? 'Enabling features requires a user with the control-panel PIN'
    : 'Ask a user with the permissions author and connectToRobot';
  throw new ProductError('forbidden', `You are not allowed to set up ${names}. ${help}`);
}

/** Opens the record of an example, which is written after each object. */
async function openNotes(cell: ExampleCell, id: string, makeKey: () => string) {
  const stored = (await cell.listRecords()).get(id);
  let version = stored?.version;
  let record: ExampleRecord = {
    ...{ id, brought: stored?.brought ?? [] },
    ...(stored?.toolsBefore && { toolsBefore: stored.toolsBefore }),
  };
  const added: BroughtItem[] = [];
  return {
    added,
    async add(item: BroughtItem, toolsBefore?: ExampleRecord['toolsBefore']): Promise<void> {
      const others = record.brought.filter((each) => each.thing !== item.thing || each.id !== item.id);
      record = { ...record, brought: [...others, item] };
      if (toolsBefore) record = { ...record, toolsBefore: { ...record.toolsBefore, ...toolsBefore } };
      version = await cell.saveRecord(record, version, makeKey());
      added.push(item);
    },
  };
}
