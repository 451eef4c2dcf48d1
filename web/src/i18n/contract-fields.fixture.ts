/** For tests: compares the German texts of fields with the fields of all kinds, both ways. */
import { type FieldAtPath, listFieldPaths } from '@cellwright/fields';
import type * as z from 'zod';
import type { FieldTexts } from './de/contracts/texts.ts';

export interface KindSchema {
  readonly kind: string;
  readonly schema: z.ZodType;
}

export interface GermanFields {
  /** By kind and path. */
  readonly own: Readonly<Record<string, Readonly<Record<string, FieldTexts>>>>;
  /** By path, for kinds without a text of their own. */
  readonly shared: Readonly<Record<string, FieldTexts>>;
}

/** Returns the fields of a form with a label. Forms do not show the id of an entry. */
export function shownFields(schema: z.ZodType): readonly FieldAtPath[] {
  return listFieldPaths(schema).filter(({ name, label }) => label !== undefined && name !== 'id');
}

/** Returns what is wrong: a field without German, German without a field, and a shared text for unlike fields. */
export function checkFieldTexts(kinds: readonly KindSchema[], { own, shared }: GermanFields): string[] {
  const wrong: string[] = [];
  const usedOwn = new Set<string>();
  const englishByPath = new Map<string, string>();
  for (const { kind, schema } of kinds) {
    for (const { path, label, help } of shownFields(schema)) {
      const german = own[kind]?.[path] ?? shared[path];
      if (!german) wrong.push(`${kind}.${path} needs German`);
      else if ((german.help === undefined) !== (help === undefined)) wrong.push(`${kind}.${path}: only one has help`);
      if (own[kind]?.[path]) usedOwn.add(`${kind}.${path}`);
      else {
        const english = `${label}: ${help}`;
        if ((englishByPath.get(path) ?? english) !== english) wrong.push(`${kind}.${path} needs a text of its own`);
        englishByPath.set(path, english);
      }
    }
  }
  for (const path of Object.keys(shared)) if (!englishByPath.has(path)) wrong.push(`${path} is of no kind`);
  for (const [kind, texts] of Object.entries(own)) {
    for (const path of Object.keys(texts))
      if (!usedOwn.has(`${kind}.${path}`)) wrong.push(`${kind}.${path} is no field`);
  }
  return wrong;
}
