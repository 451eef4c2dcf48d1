import i18next from 'i18next';

/**
 * Translates a text of a step's contract (a label, a help text, a sentence template) into a language, by default that
 * of the page. Contracts are in English and are read by programs too, so their texts are looked up by the English, not
 * by a key; text without a translation stays English.
 */
export function contractText(english: string, language = i18next.language): string {
  return findText('contract', english, language);
}

/**
 * Translates a text of a device's contract. Kept apart from those of steps: a port is a wiring port here, a network
 * port there.
 */
export function deviceText(english: string): string {
  return findText('devices', english, i18next.language);
}

function findText(dictionary: 'contract' | 'devices', english: string, language: string): string {
  // Before the texts are initialised, only English exists.
  if (!i18next.isInitialized) return english;
  const found: unknown = i18next.getResource(language, dictionary, english, { keySeparator: false });
  return typeof found === 'string' ? found : english;
}
