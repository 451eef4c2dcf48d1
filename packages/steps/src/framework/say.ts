/** Builds a sentence from a template and the values of its placeholders. */
export type Say = (parts: TemplateStringsArray, ...values: readonly (string | number)[]) => string;

/** Returns the sentence as it is written, in English. */
export const sayInEnglish: Say = (parts, ...values) => fill(templateOf(parts), values);

/**
 * Returns a function that builds sentences in another language. A translation is found by the English template with its
 * placeholders numbered, as in `Move to {0} at {1} %`, and may reorder the placeholders; without one the sentence stays
 * English.
 * @param numberText writes a number as the language does
 */
export function sayIn(translate: (template: string) => string, numberText: (value: number) => string = String): Say {
  return (parts, ...values) => fill(translate(templateOf(parts)), values, numberText);
}

export function templateOf(parts: readonly string[]): string {
  return parts.reduce((template, part, index) => `${template}{${index - 1}}${part}`);
}

function fill(
  template: string,
  values: readonly (string | number)[],
  numberText: (value: number) => string = String,
): string {
  return template.replace(/\{(\d+)\}/g, (hole, index: string) => {
    const value = values[Number(index)] ?? hole;
    return typeof value === 'number' ? numberText(value) : value;
  });
}
