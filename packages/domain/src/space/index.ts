/** Space items of the cell: positions, frames, objects, and the scene that the planner checks. */
export * from './contact-surface.ts';
export * from './planning-scene.ts';
export * from './primitive-shape.ts';
export * from './scene-boxes.ts';
export * from './scene-limits.ts';
export * from './space-accuracy.ts';
export * from './space-anchors.ts';
export * from './space-file.ts';
export * from './space-frames.ts';
export * from './space-item.ts';
export * from './space-obstacles.ts';
export * from './space-teaching.ts';
export * from './space-transforms.ts';
export * from './visualization.ts';
