// Options for bundling the product's own code: workspace packages are bundled; most packages from the registry stay
// external and are loaded from node_modules.

/**
 * Libraries of many files, or large ones of which little is used: bundled, a process loads only the used part, from one
 * file instead of hundreds. Packages that share a library's registries are bundled with it.
 */
const bundledIn =
  /^(three|three-mesh-bvh|zod|fastify-type-provider-zod|kysely|graphql|jose|@bufbuild\/protobuf|fast-xml-parser)(\/|$)/;

const externalDependencies = {
  name: 'external-dependencies',
  setup(b) {
    b.onResolve({ filter: /^[^./]/ }, (args) =>
      args.kind === 'entry-point' || args.path.startsWith('@cellwright/') || bundledIn.test(args.path)
        ? undefined
        : { path: args.path, external: true },
    );
  },
};

/** Options of esbuild, without the entries and the output folder. */
export const bundleOptions = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  splitting: true,
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  plugins: [externalDependencies],
};
