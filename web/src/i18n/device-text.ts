import i18next from 'i18next';

/**
 * A text of a device's contract. Found apart from those of steps: a port there is a number of a wire, here one of a
 * network.
 */
export function deviceText(english: string): string {
  // Until texts have started there is no language but English.
  if (!i18next.isInitialized) return english;
  const found: unknown = i18next.getResource(i18next.language, 'devices', english, { keySeparator: false });
  return typeof found === 'string' ? found : english;
}
