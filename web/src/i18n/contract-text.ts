import i18next from 'i18next';

/** Text of a field, or one of its choices. */
export type FieldPlace = readonly ['label'] | readonly ['help'] | readonly ['choices', string];
/** Words that mean the same wherever they are. */
type WordGroup = 'ports' | 'actions' | 'sensors' | 'roles' | 'choices' | 'deviceNames' | 'speedProfiles';

/**
 * Returns the name or the description of a step kind in a language, by default that of the page. Contracts are in
 * English; their texts are found by their place in the contract. Text without a translation stays English.
 */
export function stepText(
  kind: string,
  part: 'label' | 'description',
  english: string,
  language = i18next.language,
): string {
  return findText(language, ['stepKinds', kind, part]) ?? english;
}

/** Returns a text of a field of a step; `path` is its place in the arguments, 'registers[].value'. */
export function stepFieldText(kind: string, path: string, place: FieldPlace): string | undefined {
  return findFieldText('stepFields', 'sharedStepFields', kind, path, place);
}

/** Returns a sentence of a step, or a phrase in one. Its template is its name. */
export function sentenceText(template: string, language = i18next.language): string {
  return findText(language, ['sentences', template]) ?? template;
}

export function deviceText(kind: string, part: 'label' | 'description' | 'firstName', english: string): string {
  return findText(i18next.language, ['deviceKinds', kind, part]) ?? english;
}

/** Returns a text of a field of a device; `path` is its place in the configuration. */
export function deviceFieldText(kind: string, path: string, place: FieldPlace): string | undefined {
  return findFieldText('deviceFields', 'sharedDeviceFields', kind, path, place);
}

export function wordText(group: WordGroup, word: string): string {
  return findText(i18next.language, [group, word]) ?? word;
}

function findFieldText(own: string, shared: string, kind: string, path: string, place: FieldPlace): string | undefined {
  const { language } = i18next;
  const isOwn = findIn(language, [own, kind, path]) !== undefined;
  return findText(language, isOwn ? [own, kind, path, ...place] : [shared, path, ...place]);
}

function findText(language: string, place: readonly string[]): string | undefined {
  const found = findIn(language, place);
  return typeof found === 'string' ? found : undefined;
}

function findIn(language: string, [table = '', ...place]: readonly string[]): unknown {
  // Before the texts are initialised, only English exists.
  if (!i18next.isInitialized) return undefined;
  let found: unknown = i18next.getResource(language, 'contract', table, { keySeparator: false });
  for (const name of place) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = Reflect.get(found, name);
  }
  return found;
}
