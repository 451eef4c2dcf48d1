/**
 * On a control that acts on the cell: presses that were meant for what was at its place before do nothing. `meaning` is what a
 * press does, in words of the code: a control whose meaning changes is another control.
 */
export const guarded = (meaning: string) => ({ 'data-guarded': meaning });

/** On a control that may set the arm in motion: guarded, and a finger has to hold it. */
export const startsMotion = (meaning: string) => ({ 'data-guarded': meaning, 'data-starts-motion': true });

export const guardedSelector = '[data-guarded]';
export const startingSelector = '[data-starts-motion]';
