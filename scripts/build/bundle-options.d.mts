import type { BuildOptions } from 'esbuild';

/** Options of esbuild, without the entries and the folder they go to. */
export declare const bundleOptions: BuildOptions;
