/** Step kinds of packages in the cell's data folder: manifests, contracts and what they can call. */
export * from './dry-run-packages.ts';
export * from './kind-packages.ts';
export * from './manifest.ts';
export { packageCallNames } from './package-calls.ts';
export type { PackagedStep } from './packaged-contract.ts';
