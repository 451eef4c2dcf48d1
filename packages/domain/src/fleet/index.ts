/** Boxes of a fleet, as the hub sees them. */
export * from './box.ts';
export * from './report.ts';
export * from './wave.ts';
