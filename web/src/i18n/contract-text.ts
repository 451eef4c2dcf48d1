import i18next from 'i18next';

/**
 * What a contract of a step or a device says (a label, a help text, the template of a sentence), in a language, by
 * default that of the page. Contracts speak English and are read by programs too, so their texts are found by the
 * English, not by a key; what has no translation stays English.
 */
export function contractText(english: string, language = i18next.language): string {
  if (!i18next.isInitialized) return english;
  const found: unknown = i18next.getResource(language, 'contract', english, { keySeparator: false });
  return typeof found === 'string' ? found : english;
}
