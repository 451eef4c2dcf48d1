import { readFileSync } from 'node:fs';

/** A row of the threat table of docs/security.md. */
export interface Threat {
  readonly threat: string;
  /** Test files that try it, from the root. */
  readonly files: readonly string[];
}

/** Reads the threat table of docs/security.md. */
export function readThreats(root: string): Threat[] {
  const page = readFileSync(`${root}/docs/security.md`, 'utf8');
  const section = page.slice(page.indexOf('## What is defended'), page.indexOf('## What is not defended'));
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) => {
    const [threat = '', , triedBy = ''] = row.split('|').slice(1);
    return { threat: threat.trim(), files: [...triedBy.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file) };
  });
}
