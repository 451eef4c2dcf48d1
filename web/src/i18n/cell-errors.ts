/** Translates errors of the cell, which are English, into the language of the page; `cell-words.ts` sets how. */
export const cellErrors = { translate: (error: unknown): unknown => error };
