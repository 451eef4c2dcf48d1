import { createHash } from 'node:crypto';
import * as z from 'zod';

/** Keywords that do not affect which documents a schema accepts, and texts for forms. */
const annotations = new Set([
  ...['$schema', 'title', 'description', 'examples'],
  ...['label', 'unit', 'help', 'control', 'isSecret', 'placeholder'],
]);
/** Keywords whose keys are names of fields or definitions. */
const maps = new Set(['properties', '$defs', 'patternProperties']);

/** Other code of the process may have named schemas in the global registry, which changes their output. */
const noMetadata = z.registry<Record<string, unknown>>();

/** Returns a hash of the form that a schema defines: texts for users and the order of fields do not change it. */
export function hashForm(schema: z.ZodType, omitted: readonly string[] = []): string {
  const forms = (['input', 'output'] as const).map((io) => {
    const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: noMetadata });
    const properties = Object.entries(json.properties ?? {}).filter(([name]) => !omitted.includes(name));
    return canonical(omitted.length === 0 ? json : { ...json, $defs: {}, properties: Object.fromEntries(properties) });
  });
  return createHash('sha256').update(JSON.stringify(forms)).digest('hex').slice(0, 16);
}

function canonical(value: unknown, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((each) => canonical(each));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => isMap || !annotations.has(key));
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, canonical(each, !isMap && maps.has(key))]));
}
