/** Pallets: patterns, stacks and positions, in millimetres in the pallet frame. */
export * from './box-approach.ts';
export * from './box-footprint.ts';
export * from './box-sequence.ts';
export * from './layer-generators.ts';
export * from './pallet-frame.ts';
export * from './pallet-positions.ts';
export * from './pallet-rules.ts';
export * from './pallet-shapes.ts';
export * from './pallet-stack.ts';
export * from './pallet-target.ts';
export * from './pallet-versions.ts';
export * from './stack-question.ts';
export * from './stack-report.ts';
