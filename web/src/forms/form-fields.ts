import { type Field, readFields } from '@cellwright/fields';
import type * as z from 'zod';

/** One of the values of a field, with its text. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A field that a form asks for, in the language of the page. */
export interface FormField extends Omit<Field, 'label' | 'choices' | 'fields' | 'type'> {
  readonly label: string;
  readonly choices: readonly Choice[];
  /** Fields of a group, or of each entry of a list. */
  readonly fields: readonly FormField[];
  /** True for a list whose entries have an id, which no form asks for. */
  readonly hasIDs: boolean;
}

/** Texts of a schema in the language of the page. */
export interface FieldWords {
  /** @param path place of the field in the schema: 'registers[].value' */
  text(path: string, part: 'label' | 'help', english: string): string;
  choice(path: string, choice: string): string;
}

/** Name of the field that tells entries of a list apart. */
const entryID = 'id';

/** Returns the fields of a schema that have a label, in its order. */
export function formFields(schema: z.ZodType, words: FieldWords): readonly FormField[] {
  return translateFields(readFields(schema), words, '');
}

function translateFields(fields: readonly Field[], words: FieldWords, prefix: string): FormField[] {
  return fields.flatMap(({ label, type: _type, ...field }) => {
    if (label === undefined) return [];
    const { name, help, choices, fields: inside, shape } = field;
    const path = `${prefix}${name}`;
    const within = shape === 'list' ? `${path}[].` : `${path}.`;
    const hasIDs = shape === 'list' && inside.some((each) => each.name === entryID);
    return [
      {
        ...field,
        label: words.text(path, 'label', label),
        help: help === undefined ? undefined : words.text(path, 'help', help),
        choices: choices.map((value) => ({ value, label: words.choice(path, value) })),
        fields: translateFields(hasIDs ? inside.filter((each) => each.name !== entryID) : inside, words, within),
        hasIDs,
      },
    ];
  });
}
