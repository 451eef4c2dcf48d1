import { readFileSync } from 'node:fs';
import { isMap, isScalar, type Pair, parseDocument } from 'yaml';

const folder = 'deploy/helm/cellwright';

/** Renders the chart's README: its introduction, and every value with the comment above it and its default. */
export function renderChartReadme(): string {
  const { contents } = parseDocument(readFileSync(`${folder}/values.yaml`, 'utf8'));
  const rows = isMap(contents) ? contents.items.flatMap((pair) => describePair(pair, '')) : [];
  const table = rows.map(({ path, value, text }) => `| \`${path}\` | ${value} | ${text} |`);
  const introduction = readFileSync(`${folder}/README.in.md`, 'utf8').trimEnd();
  return `${introduction}\n\n## Values\n\n| Value | Default | |\n|---|---|---|\n${table.join('\n')}\n`;
}

interface Row {
  readonly path: string;
  readonly value: string;
  readonly text: string;
}

/** Describes a pair: a leaf gets a row, a group is opened; for a service, only its own properties. */
function describePair({ key, value }: Pair, prefix: string, inherited?: string): Row[] {
  if (!isScalar(key)) return [];
  const path = `${prefix}${key.value}`;
  const text = readComment(key.commentBefore ?? inherited) ?? '';
  if (!isMap(value) || value.items.length === 0)
    return [{ path, value: `\`${JSON.stringify(toPlain(value))}\``, text }];
  // The parser assigns the comment above the first key of a group to the group.
  const first = value.commentBefore ?? undefined;
  if (prefix === 'services.') return [{ path, value: '', text: readComment(first) ?? '' }];
  const inner = value.items.flatMap((pair, index) => describePair(pair, `${path}.`, index === 0 ? first : undefined));
  return text === '' ? inner : [{ path, value: '', text }, ...inner];
}

function toPlain(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
    ? value.toJSON()
    : value;
}

/** Returns the lines from `-- ` on; other comments are for editors of the file. */
function readComment(comment: string | undefined): string | undefined {
  const start = comment?.indexOf('-- ') ?? -1;
  if (comment === undefined || start < 0) return undefined;
  return comment
    .slice(start + 3)
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .replaceAll('|', '\\|');
}
