import i18next from 'i18next';

/** Adds texts that load with their screen; where i18next has not started, as soon as it has. */
export function addTexts(language: string, namespace: string, texts: object, isDeep = false): void {
  const add = () => i18next.addResourceBundle(language, namespace, texts, isDeep);
  if (i18next.isInitialized) add();
  else i18next.on('initialized', add);
}
