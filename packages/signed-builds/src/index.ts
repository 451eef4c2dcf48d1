/** Signs builds for control boxes, as a TUF repository. */
export * from './canonical-json.ts';
export * from './keys.ts';
export * from './metadata.ts';
export * from './parse.ts';
export * from './publish-build.ts';
export * from './repository.ts';
