import type { Plugin } from 'vite';

/** One text, however it is quoted and wherever its lines break. */
const described = /\.describe\(\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?\s*\)/g;
const summarised = /\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g;

/** Removes the descriptions of schemas and the summaries of calls: only the OpenAPI document of the gateway shows them. */
export function leaveOutDescriptions(code: string): string {
  return code.replace(described, '').replace(summarised, "summary: ''");
}

/** Leaves the descriptions of schemas out of what browsers load. */
export function descriptions(): Plugin {
  return {
    name: 'leave-out-descriptions',
    enforce: 'pre',
    transform: {
      filter: { id: /\/packages\/(?:domain|entities|calls)\/src\/.*\.ts$/ },
      handler: (code) => ({ code: leaveOutDescriptions(code), map: null }),
    },
  };
}
