import i18next from 'i18next';

/**
 * What a contract of a step says (a label, a help text, the template of a sentence), in a language, by default that of
 * the page. Contracts speak English and are read by programs too, so their texts are found by the English, not by a key;
 * what has no translation stays English.
 */
export function contractText(english: string, language = i18next.language): string {
  return findText('contract', english, language);
}

/**
 * A text of a device's contract. Found apart from those of steps: a port there is a number of a wire, here one of a
 * network.
 */
export function deviceText(english: string): string {
  return findText('devices', english, i18next.language);
}

function findText(dictionary: 'contract' | 'devices', english: string, language: string): string {
  // Until texts have started there is no language but English.
  if (!i18next.isInitialized) return english;
  const found: unknown = i18next.getResource(language, dictionary, english, { keySeparator: false });
  return typeof found === 'string' ? found : english;
}
