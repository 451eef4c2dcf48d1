import type { Plugin } from 'vite';

/** One text, however it is quoted and wherever its lines break. */
const described = /\.describe\(\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?\s*\)/g;

/** What schemas say of their values is for the OpenAPI document, which the gateway writes: no screen shows it. */
export function leaveOutDescriptions(code: string): string {
  return code.replace(described, '');
}

/** Leaves the descriptions of schemas out of what browsers load. */
export function descriptions(): Plugin {
  return {
    name: 'leave-out-descriptions',
    enforce: 'pre',
    transform: {
      filter: { id: /\/packages\/(?:domain|entities)\/src\/.*\.ts$/ },
      handler: (code) => ({ code: leaveOutDescriptions(code), map: null }),
    },
  };
}
