/** One table of the cell's services: where each is found, and which service may call what of which other. */
export * from './arrows.ts';
export * from './calls.ts';
export * from './services.ts';
