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
  text(english: string): string;
  /** @param label the English label of the field */
  choice(choice: string, label: string): string;
}

/** Name of the field that tells entries of a list apart. */
const entryID = 'id';

/** Returns the fields of a schema that have a label, in its order. */
export function formFields(schema: z.ZodType, words: FieldWords): readonly FormField[] {
  return translateFields(readFields(schema), words);
}

function translateFields(fields: readonly Field[], words: FieldWords): FormField[] {
  return fields.flatMap(({ label, type: _type, ...field }) => {
    if (label === undefined) return [];
    const { help, choices, fields: inside, shape } = field;
    const hasIDs = shape === 'list' && inside.some(({ name }) => name === entryID);
    return [
      {
        ...field,
        label: words.text(label),
        help: help === undefined ? undefined : words.text(help),
        choices: choices.map((value) => ({ value, label: words.choice(value, label) })),
        fields: translateFields(hasIDs ? inside.filter(({ name }) => name !== entryID) : inside, words),
        hasIDs,
      },
    ];
  });
}
