/** Indentation of each level of the tree, px. */
export const indentWidth = 24;

/** Width of the breakpoint gutter left of the tree, px. */
export const gutterWidth = 44;

/** Width of the fold button before a step's text, px. */
export const foldWidth = 40;
