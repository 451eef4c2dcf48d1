import { anyEntity } from '@cellwright/entities';
import type { EntityStore } from '@cellwright/service-kit/entities';
import type { CellInventory, CellTexts } from './check-routine.ts';

/** Values of this size are cheap to send along: a run can set any of them by name, used by a step or not. */
const smallVariable = { bytes: 1024, count: 2000 };

const mostCalibrations = 100;

/** What the cell has, as far as a routine names it: a load costs what it touches, not what is stored. */
export function createInventory(
  store: EntityStore,
  listEquipment: () => Promise<CellInventory['equipment']>,
  hasDeveloperAPI: boolean,
) {
  const variables = anyEntity('globalVariables');
  const spaceItems = anyEntity('globalSpace');
  const codeBlocks = anyEntity('codeBlocks');
  const safetySettings = anyEntity('safetySettings');

  /** Items that a used item is anchored to are used, too. */
  const findSpaceItems = async (ids: readonly string[]): Promise<string[]> => {
    const found = new Map<string, string>();
    for (let wanted = [...ids]; wanted.length > 0; ) {
      const items = await store.findMany(spaceItems, wanted);
      for (const { id, body } of items) found.set(id, body);
      const anchors = await Promise.all(items.map(({ id }) => store.referencesOf(spaceItems, id)));
      wanted = anchors.flat().filter((id) => !found.has(id));
    }
    return [...found.values()];
  };
  /** No step names them, but they correct every step's targets. */
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
    const [variableTexts, spaceItemTexts, blocks, equipment, [safety]] = await Promise.all([
      findVariables(references),
      findCalibrations().then((calibrations) => findSpaceItems([...new Set([...references, ...calibrations])])),
      store.findMany(codeBlocks, references),
      listEquipment(),
      store.findMany(safetySettings, [safetySettings.singleton ?? '']),
    ]);
    return {
      variables: variableTexts,
      spaceItems: spaceItemTexts,
      codeBlocks: blocks.map(({ body }) => body),
      hasDeveloperAPI,
      equipment,
      safety: safety?.body,
    };
  };
}

export type Inventory = ReturnType<typeof createInventory>;
