import { anyEntity } from '@cellwright/entities';
import type { EntityStore } from '@cellwright/service-kit/entities';
import type { CellInventory, CellTexts } from './check-routine.ts';

/** Limits of variables that are sent with every program: a run can set any of them by name, even if no step uses it. */
const smallVariable = { bytes: 1024, count: 2000 };

const mostCalibrations = 100;

export interface InventoryDeps {
  readonly store: EntityStore;
  readonly listEquipment: () => Promise<CellInventory['equipment']>;
  readonly listFlagsOn: () => Promise<CellInventory['flagsOn']>;
  readonly hasDeveloperAPI: boolean;
}

/**
 * Returns the content of the cell that a routine references: the cost of a load depends on its references, not on
 * everything stored.
 */
export function createInventory({ store, listEquipment, listFlagsOn, hasDeveloperAPI }: InventoryDeps) {
  const variables = anyEntity('globalVariables');
  const spaceItems = anyEntity('globalSpace');
  const codeBlocks = anyEntity('codeBlocks');
  const safetySettings = anyEntity('safetySettings');

  /** Calibrations are named by no step, but they correct the targets of all steps. */
  const findCalibrations = async (): Promise<string[]> => {
    const where = { kind: ['localAccuracyCalibration'] };
    const query = { where, search: '', sort: ['name'], limit: mostCalibrations, offset: 0 };
    return (await store.query(spaceItems, query)).items.map(({ id }) => id);
  };
  const findVariables = async (ids: readonly string[]): Promise<string[]> => {
    const [used, small] = await Promise.all([
      store.findMany(variables, ids),
      store.findSmall(variables, smallVariable.bytes, smallVariable.count),
    ]);
    return [...new Set([...used.map(({ body }) => body), ...small])];
  };

  return async (references: readonly string[]): Promise<CellTexts> => {
    const [variableTexts, spaceItemTexts, blocks, equipment, flagsOn, safety] = await Promise.all([
      findVariables(references),
      findCalibrations().then((calibrations) => findWithAnchors(store, [...new Set([...references, ...calibrations])])),
      store.findMany(codeBlocks, references),
      listEquipment(),
      listFlagsOn(),
      store.find(safetySettings, safetySettings.singleton ?? ''),
    ]);
    return {
      variables: variableTexts,
      spaceItems: spaceItemTexts,
      codeBlocks: blocks.map(({ body }) => body),
      hasDeveloperAPI,
      equipment,
      safety: safety?.body,
      flagsOn,
    };
  };
}

/** Returns the space items of these ids and their anchors; oldest first. */
export async function findWithAnchors(store: EntityStore, ids: readonly string[]): Promise<string[]> {
  const entity = anyEntity('globalSpace');
  const found = new Map<string, string>();
  for (let wanted = [...ids]; wanted.length > 0; ) {
    const items = await store.findMany(entity, wanted);
    for (const { id, body } of items) found.set(id, body);
    const anchors = await Promise.all(items.map(({ id }) => store.referencesOf(entity, id)));
    wanted = anchors.flat().filter((id) => !found.has(id));
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, body]) => body);
}

export type Inventory = ReturnType<typeof createInventory>;
