export * from './list-paths.ts';
export * from './meta.ts';
export { type Field, type FieldShape, readFields } from './read-fields.ts';
