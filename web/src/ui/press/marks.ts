/**
 * Marks a control that acts on the cell: it ignores presses that were meant for the previous control at its place.
 * `meaning` identifies the action; a control whose meaning changes counts as another control.
 */
export const guarded = (meaning: string) => ({ 'data-guarded': meaning });

/** Marks a control that may start a motion: it is guarded, and a finger must hold it. */
export const startsMotion = (meaning: string) => ({ 'data-guarded': meaning, 'data-starts-motion': true });

export const guardedSelector = '[data-guarded]';
export const startingSelector = '[data-starts-motion]';

/**
 * Marks an element of fixed size whose changes move nothing around it, such as a number that changes many times a
 * second: the controls are not measured again for them.
 */
export const movesNothing = { 'data-moves-nothing': true } as const;
export const movesNothingSelector = '[data-moves-nothing]';
