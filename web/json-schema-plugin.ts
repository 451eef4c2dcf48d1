import type { Plugin } from 'vite';

const virtualID = 'virtual:json-schema-later';
const resolvedID = `\0${virtualID}`;

/** Replaces zod's writers of JSON Schema until they have loaded. */
const standIn = `
let loaded;
export const register = (writers) => { loaded = writers; };
const writers = () => {
  if (!loaded) throw new Error('JSON Schema has not loaded. Import z.toJSONSchema where it is needed');
  return loaded;
};
export const processors = new Proxy({}, { get: (_, name) => writers().processors[name] });
export const createToJSONSchemaMethod = (...given) => (params) => writers().createToJSONSchemaMethod(...given)(params);
export const createStandardJSONSchemaMethod = (...given) => (params) => writers().createStandardJSONSchemaMethod(...given)(params);
`;

const importOf = (names: string, path: string) => `import ${names} from "${path}";`;
const methods = '{ createStandardJSONSchemaMethod, createToJSONSchemaMethod }';
const core = '../core';
const imports = [
  [importOf('* as processors', `${core}/json-schema-processors.js`), importOf('{ processors }', virtualID)],
  [importOf(methods, `${core}/to-json-schema.js`), importOf(methods, virtualID)],
] as const;

/** Makes zod's schemas use the writers of the stand-in. Throws if zod imports them in another way. */
export function detachWriters(code: string): string {
  return imports.reduce((text, [from, to]) => {
    if (!text.includes(from))
      throw new Error(`zod no longer has the line ${from}. Bring web/json-schema-plugin.ts up to date`);
    return text.replace(from, to);
  }, code);
}

/** Makes the writers of JSON Schema register themselves when they load. */
export function attachWriters(code: string): string {
  return `${code}
${importOf('* as ownWriters', './json-schema-processors.js')}
${importOf(methods, './to-json-schema.js')}
${importOf('{ register }', virtualID)}
register({ processors: ownWriters, createStandardJSONSchemaMethod, createToJSONSchemaMethod });
`;
}

/**
 * Loads the writers of JSON Schema (a tenth of the first load) only with the forms that use them, not with every
 * schema.
 */
export function jsonSchemaLater(): Plugin {
  return {
    name: 'json-schema-later',
    enforce: 'pre',
    resolveId: { filter: { id: new RegExp(`^${virtualID}$`) }, handler: () => resolvedID },
    load: { filter: { id: new RegExp(`^${resolvedID}$`) }, handler: () => standIn },
    transform: {
      filter: { id: /\/zod\/v4\/(?:classic\/schemas|core\/json-schema-processors)\.js$/ },
      handler: (code, id) => ({ code: (id.includes('classic') ? detachWriters : attachWriters)(code), map: null }),
    },
  };
}
