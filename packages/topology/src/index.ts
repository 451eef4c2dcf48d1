/** One table of the cell's services: their addresses, and the calls between them. */
export * from './arrows.ts';
export * from './calls.ts';
export * from './services.ts';
