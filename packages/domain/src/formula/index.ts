/** Formulas: expressions as text that people type. */
export * from './formula-names.ts';
export * from './operations.ts';
export * from './read-formula.ts';
export * from './write-formula.ts';
