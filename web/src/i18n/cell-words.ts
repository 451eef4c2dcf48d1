import i18next from 'i18next';
import type { ZodError } from 'zod';
import { cellErrors } from './cell-errors.ts';
import type { SourcedMessage } from './sourced-message.ts';

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

/** Returns a message of the cell in the language of the page; its text is English. */
export function translateMessage(message: string | SourcedMessage): string {
  return words()?.translateMessage(message) ?? (typeof message === 'string' ? message : message.message);
}

/** Returns the first problem of a value that does not fit its schema. */
export function translateIssue(error: ZodError | undefined): string | undefined {
  const message = error?.issues[0]?.message;
  return message === undefined ? undefined : translateMessage(message);
}

/** Returns problems with their messages in a language: that of the page. */
export function translateMessages<Found extends SourcedMessage>(
  found: readonly Found[],
  language: string,
): readonly Found[] {
  return language === 'de' ? found.map((each) => ({ ...each, message: translateMessage(each) })) : found;
}

cellErrors.translate = (error) => words()?.translateError(error) ?? error;
i18next.on('languageChanged', () => void load());
// Texts that need the translations are shown after them.
await load();
