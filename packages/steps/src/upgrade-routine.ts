import {
  formatVersionField,
  isStoredForm,
  mayDiffer,
  migrateContent,
  newestVersion,
  type StoredForm,
  stampFormat,
  startOfText,
  type Versioned,
} from '@cellwright/domain/basics';
import type { Problem, StepConfiguration } from '@cellwright/domain/routine';
import { migrateSpaceItem, spaceItemVersions } from '@cellwright/domain/space';
import { findStepContract, listStepContracts } from './step-contracts.ts';

export type UpgradedRoutine =
  | { readonly ok: true; readonly routine: StoredForm }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Returns the versions of the arguments of a step kind; undefined for a kind that does not exist. */
export type FindVersions = (stepKind: string) => Versioned | undefined;
const findVersions: FindVersions = findStepContract;

/** True if the text of a routine may contain steps or space items in an older or newer form. */
export function mayHoldOtherForms(text: string): boolean {
  const kinds = listStepContracts().map((contract) => [contract.kind, contract] as const);
  return mayDiffer(text, [...kinds, ...Object.entries(spaceItemVersions)]);
}

/**
 * Returns a stored routine with the arguments of each step and each space item in the newest form of its kind; the same
 * object if they already are. Parts of a newer version are refused by name. A value that is not a routine is returned
 * unchanged.
 */
export function upgradeRoutineParts(routine: StoredForm, findContract = findVersions): UpgradedRoutine {
  const problems: Problem[] = [];
  const { stepConfigurations, space } = routine;
  const configurations = isStoredForm(stepConfigurations)
    ? upgradeConfigurations(routine, stepConfigurations, findContract, problems)
    : stepConfigurations;
  const items = Array.isArray(space) ? upgradeItems(space, problems) : space;
  if (problems.length > 0) return { ok: false, problems };
  if (configurations === stepConfigurations && items === space) return { ok: true, routine };
  return { ok: true, routine: { ...routine, stepConfigurations: configurations, space: items } };
}

/** Returns the configuration of a step with arguments in the newest form. */
export function configureStep(stepKind: string, args: Record<string, unknown>): StepConfiguration {
  return stampFormat(findStepContract(stepKind) ?? {}, { stepKind, args });
}

function upgradeConfigurations(
  routine: StoredForm,
  stored: StoredForm,
  findContract: FindVersions,
  problems: Problem[],
): StoredForm {
  const changed: [string, StoredForm][] = [];
  for (const [stepID, configuration] of Object.entries(stored)) {
    if (!isStoredForm(configuration)) continue;
    const upgraded = upgradeConfiguration(configuration, findContract, () => findPlace(routine, stepID));
    if (!upgraded.ok) problems.push({ ...upgraded.problem, stepID });
    else if (upgraded.configuration !== configuration) changed.push([stepID, upgraded.configuration]);
  }
  // Spread keeps an own '__proto__', which fromEntries makes of such a key.
  return changed.length === 0 ? stored : { ...stored, ...Object.fromEntries(changed) };
}

type UpgradedConfiguration =
  | { readonly ok: true; readonly configuration: StoredForm }
  | { readonly ok: false; readonly problem: Problem };

function upgradeConfiguration(
  configuration: StoredForm,
  findContract: FindVersions,
  place: () => StepPlace,
): UpgradedConfiguration {
  const { stepKind, args, [formatVersionField]: version, ...rest } = configuration;
  const contract = typeof stepKind === 'string' ? findContract(stepKind) : undefined;
  if (!contract || (args !== undefined && !isStoredForm(args))) return { ok: true, configuration };
  const newest = newestVersion(contract);
  if ((version ?? 1) === newest) return { ok: true, configuration };
  const label = { noun: `${stepKind} step`, packageName: packageNameOf(stepKind) };
  const migrated = migrateContent(label, contract, version, args ?? {});
  if (migrated.ok) {
    const stamped = newest > 1 ? { [formatVersionField]: newest } : {};
    return { ok: true, configuration: { ...rest, stepKind, args: migrated.value, ...stamped } };
  }
  const { stepPath, name } = place();
  const named = migrateContent({ ...label, name }, contract, version, args ?? {});
  const message = named.ok ? migrated.error : named.error;
  return {
    ok: false,
    problem: { kind: 'invalidConfiguration', message, fieldId: formatVersionField, ...(stepPath && { stepPath }) },
  };
}

/** Returns the name of the package of a step kind; undefined for a kind of the product. */
function packageNameOf(stepKind: unknown): string | undefined {
  const [packageName, kind] = String(stepKind).split('/');
  return kind === undefined ? undefined : packageName;
}

function upgradeItems(space: readonly unknown[], problems: Problem[]): readonly unknown[] {
  let isChanged = false;
  const items = space.map((item, index) => {
    if (!isStoredForm(item)) return item;
    const migrated = migrateSpaceItem(item);
    if (!migrated.ok) {
      const fieldId = `space.${index}.${formatVersionField}`;
      problems.push({ kind: 'invalidConfiguration', message: migrated.error, fieldId });
      return item;
    }
    isChanged ||= migrated.value !== item;
    return migrated.value;
  });
  return isChanged ? items : space;
}

interface StepPlace {
  readonly stepPath?: string;
  readonly name?: string;
}

/**
 * Finds the place of a step in the tree and its description. Iterative, so that deep nesting cannot exhaust the stack.
 */
function findPlace({ steps }: StoredForm, stepID: string): StepPlace {
  const pending: { readonly list: unknown; readonly path: string }[] = [{ list: steps, path: '' }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { list, path } = next;
    if (!Array.isArray(list)) continue;
    for (const [index, step] of list.entries()) {
      if (!isStoredForm(step)) continue;
      const stepPath = path === '' ? `${index + 1}` : `${path}.${index + 1}`;
      const { id, description } = step;
      if (id === stepID)
        return { stepPath, ...(typeof description === 'string' && { name: startOfText(description, 200) }) };
      pending.push({ list: step.steps, path: stepPath });
    }
  }
  return {};
}
