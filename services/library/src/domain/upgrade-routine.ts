import { formatVersionField } from '@cellwright/domain/basics';
import { migrateRoutineFile, type Problem } from '@cellwright/domain/routine';
import { anyEntity, type EntityName, isObject, type JsonObject, upgradeDocument } from '@cellwright/entities';
import { upgradeRoutineParts } from '@cellwright/steps/contracts';

type Refused = { readonly ok: false; readonly problems: Problem[] };
type Upgraded = { readonly ok: true; readonly document: JsonObject } | Refused;

/** Upgrades a routine, its steps and its own space items, from outside or from the store. */
export function upgradeRoutine(stored: JsonObject): Upgraded {
  const upgraded = upgradeDocument(anyEntity('routines'), stored);
  if (!upgraded.ok) return refuse(upgraded.problems);
  const parts = upgradeRoutineParts(upgraded.document);
  return parts.ok ? { ok: true, document: parts.routine } : refuse(parts.problems);
}

/** Upgrades a routine file with all its content; parts of an unknown shape are left for the parser to refuse. */
export function upgradeRoutineFile(file: JsonObject): Upgraded {
  const migrated = migrateRoutineFile(file);
  if (!migrated.ok) return refuse([invalid(migrated.error, formatVersionField)]);
  const { routine, globals } = migrated.value;
  const problems: Problem[] = [];
  const document = { ...migrated.value };
  if (isObject(routine)) {
    const upgraded = upgradeRoutine(routine);
    if (upgraded.ok) document.routine = upgraded.document;
    else problems.push(...upgraded.problems);
  }
  if (isObject(globals)) {
    const variables = upgradeList('globalVariables', globals.variables, 'variables', problems);
    const spaceItems = upgradeList('globalSpace', globals.spaceItems, 'spaceItems', problems);
    const codeBlocks = upgradeList('codeBlocks', globals.codeBlocks, 'codeBlocks', problems);
    document.globals = { ...globals, variables, spaceItems, codeBlocks };
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, document };
}

/** Upgrades the global items in a file. */
function upgradeList(name: EntityName, items: unknown, list: string, problems: Problem[]): unknown {
  if (!Array.isArray(items)) return items;
  return items.map((item, index) => {
    const upgraded = isObject(item) ? upgradeDocument(anyEntity(name), item) : undefined;
    if (upgraded?.ok) return upgraded.document;
    for (const { message } of upgraded?.problems ?? []) {
      problems.push(invalid(message, `globals.${list}.${index}.${formatVersionField}`));
    }
    return item;
  });
}

function refuse(problems: readonly Problem[]): Refused {
  return { ok: false, problems: [...problems] };
}

function invalid(message: string, fieldId: string): Problem {
  return { kind: 'invalidConfiguration', message, fieldId };
}
