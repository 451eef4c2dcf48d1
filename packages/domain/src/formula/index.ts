/** Formulas: arithmetic and text without a script. */
export * from './formula-names.ts';
export * from './operations.ts';
export * from './read-formula.ts';
export * from './write-formula.ts';
