import type { Plugin } from 'vite';

/** Single text with any quotes and line breaks. */
const described = /\.describe\(\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),?\s*\)/g;
const summarised = /\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g;
const definition = /\bdescription:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")(?=,\n)/g;

/** Removes the description of an entity or a call if it is a single text. */
export function leaveOutDefinitions(code: string): string {
  return code.replace(definition, "description: ''");
}

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
      handler: (code, id) => {
        const isDefinition = /\/packages\/(?:entities|calls)\//.test(id);
        return { code: leaveOutDescriptions(isDefinition ? leaveOutDefinitions(code) : code), map: null };
      },
    },
  };
}
