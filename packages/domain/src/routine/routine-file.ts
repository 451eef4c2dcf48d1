import * as z from 'zod';
import {
  checkMigrations,
  formatVersionField,
  isStoredForm,
  type Migrated,
  migrateContent,
  type StoredForm,
} from '../basics/versions.ts';
import { spaceItemSchema } from '../space/space-item.ts';
import { codeBlockSchema } from './code-block.ts';
import { type ParseResult, parseRoutine, problemsOf } from './parse-routine.ts';
import type { Routine } from './routine.ts';
import { globalVariableSchema } from './variables.ts';

export const routineFileFormat = 'cellwright.routine';
export const routineFileFormatVersion = 1;
/** Versions of the file format; its contents have separate versions. Files always contain their version. */
const routineFileVersions = checkMigrations('The routine file', { version: routineFileFormatVersion, migrations: [] });

const globalsSchema = z.object({
  variables: z.array(globalVariableSchema).default([]),
  spaceItems: z.array(spaceItemSchema).default([]),
  codeBlocks: z.array(codeBlockSchema).default([]),
});

const requiresSchema = z.object({
  equipment: z
    .array(
      z.object({
        capability: z.string().min(1).max(100).optional(),
        kind: z.string().min(1).max(100).optional(),
        name: z.string().max(200).optional(),
      }),
    )
    .default([]),
});

const fileEnvelopeSchema = z.object({
  format: z.literal(routineFileFormat, `This is not a routine file: its format must be '${routineFileFormat}'`),
  formatVersion: z.literal(
    routineFileFormatVersion,
    `formatVersion is the version of the routine file: ${routineFileFormatVersion} or older`,
  ),
  routine: z.unknown(),
  globals: globalsSchema.prefault({}),
  requires: requiresSchema.default({ equipment: [] }),
});

/** A routine as a file: `{ format, formatVersion, routine, globals, requires }`. Local space items live in `routine.space`. */
export interface RoutineFile {
  format: typeof routineFileFormat;
  formatVersion: typeof routineFileFormatVersion;
  routine: Routine;
  globals: z.infer<typeof globalsSchema>;
  requires: z.infer<typeof requiresSchema>;
}

/**
 * Returns a routine file in the newest form, without migrating its parts; the same object if it already is, or is no
 * such file.
 */
export function migrateRoutineFile(file: StoredForm): Migrated {
  const { [formatVersionField]: version, ...content } = file;
  const isCurrent = version === routineFileFormatVersion;
  if (file.format !== routineFileFormat || typeof version !== 'number' || isCurrent) return { ok: true, value: file };
  const migrated = migrateContent({ noun: 'routine file' }, routineFileVersions, version, content);
  if (!migrated.ok) return migrated;
  return { ok: true, value: { ...migrated.value, [formatVersionField]: routineFileFormatVersion } };
}

export function parseRoutineFile(input: unknown): ParseResult<RoutineFile> {
  const migrated = isStoredForm(input) ? migrateRoutineFile(input) : { ok: true as const, value: input };
  if (!migrated.ok) {
    return {
      ok: false,
      problems: [{ kind: 'invalidConfiguration', message: migrated.error, fieldId: formatVersionField }],
    };
  }
  return parseNewest(migrated.value);
}

function parseNewest(input: unknown): ParseResult<RoutineFile> {
  const envelope = fileEnvelopeSchema.safeParse(input);
  if (!envelope.success) {
    const problems = problemsOf(envelope.error);
    // For a file of another format, no other problem matters.
    const foreign = problems.filter(({ fieldId }) => fieldId === 'format');
    if (foreign.length > 0) return { ok: false, problems: foreign };
    // Without a routine there is nothing more to check.
    if (problems.some(({ fieldId }) => fieldId === 'routine' || fieldId === undefined)) return { ok: false, problems };
    const inside = parseRoutine(Reflect.get(Object(input), 'routine'));
    return { ok: false, problems: inside.ok ? problems : [...problems, ...inside.problems] };
  }
  const routine = parseRoutine(envelope.data.routine);
  if (!routine.ok) {
    const { problems, readable } = routine;
    return { ok: false, problems, ...(readable && { readable: { ...envelope.data, routine: readable } }) };
  }
  return { ok: true, value: { ...envelope.data, routine: routine.value } };
}
