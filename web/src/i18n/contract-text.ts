import i18next from 'i18next';

/**
 * What a contract of a step or a device says (a label, a help text, the template of a sentence), in the language of the
 * page. Contracts speak English and are read by programs too, so their texts are found by the English, not by a key;
 * what has no translation stays English.
 */
export function contractText(english: string): string {
  const found: unknown = i18next.getResource(i18next.language, 'contract', english, { keySeparator: false });
  return typeof found === 'string' ? found : english;
}
