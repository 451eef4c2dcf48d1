/** Step kinds without their behaviour: contracts, checks of whole routines, and compilation for the runner. */
export * from './boxes-of-rounds.ts';
export * from './changes/index.ts';
export * from './step-contracts.ts';
export * from './upgrade-routine.ts';
export * from './validate.ts';
