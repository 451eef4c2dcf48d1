import i18next from 'i18next';
import { cellErrors } from './cell-errors.ts';

let german: typeof import('./de/cell-words.ts') | undefined;

const isGerman = () => i18next.language === 'de';

/** Loads the translations as soon as the page is in their language. */
async function load(): Promise<void> {
  if (isGerman()) german ??= await import('./de/cell-words.ts').catch(() => undefined);
}

/** Returns the translations. If they failed to load, a message stays English, and the next one finds them. */
function words() {
  void load();
  return isGerman() ? german : undefined;
}

/** Returns a message of the cell, which is English, in the language of the page. */
export function translateMessage(message: string): string {
  return words()?.translateMessage(message) ?? message;
}

cellErrors.translate = (error) => words()?.translateError(error) ?? error;
i18next.on('languageChanged', () => void load());
// Texts that need the translations are shown after them.
await load();
