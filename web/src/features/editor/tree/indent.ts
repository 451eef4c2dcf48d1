/** Indentation of each level of the tree, px. */
export const indentWidth = 24;

/** Left of the tree: where breakpoints stand, px. */
export const gutterWidth = 44;

/** Before a step's words: the button that folds it, px. */
export const foldWidth = 40;
