import i18next from 'i18next';
import { cellErrors } from './cell-errors.ts';

let german: typeof import('./de/cell-words.ts') | undefined;

const isGerman = () => i18next.language === 'de';

/** Loads the translations as soon as the page is in their language; if that fails, messages stay English. */
async function load(): Promise<void> {
  if (isGerman()) german ??= await import('./de/cell-words.ts').catch(() => undefined);
}

/** Returns a message of the cell, which is English, in the language of the page. */
export function translateMessage(message: string): string {
  return isGerman() && german ? german.translateMessage(message) : message;
}

cellErrors.translate = (error) => (isGerman() && german ? german.translateError(error) : error);
i18next.on('languageChanged', () => void load());
// Texts that need the translations are shown after them.
await load();
