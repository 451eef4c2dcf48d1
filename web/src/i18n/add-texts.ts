import i18next from 'i18next';

/** Adds texts that load with their screen; before i18next has started, waits until it has. */
export function addTexts(language: string, namespace: string, texts: object, isDeep = false): void {
  const add = () => i18next.addResourceBundle(language, namespace, texts, isDeep);
  if (i18next.isInitialized) add();
  else i18next.on('initialized', add);
}
