import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Group } from './stored-kinds.ts';

const fixtures = join(import.meta.dirname, '../../fixtures');
/** Documents as stored by each release. A file of an earlier release never changes. */
export const releasedFolder = join(fixtures, 'released');
/** The same documents as read by today's code. */
export const currentFolder = join(fixtures, 'current');

const kindSchema = z.object({
  kind: z.string(),
  documents: z.array(z.object({ title: z.string(), document: z.unknown() })),
});
const releasedSchema = z.array(kindSchema.extend({ version: z.number(), form: z.string().optional() }));

/** Returns the versions of the product with fixtures, oldest first. */
export function listReleases(): string[] {
  return readdirSync(releasedFolder).sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

export function readReleased(release: string, group: Group) {
  return releasedSchema.parse(readJson(join(releasedFolder, release, `${group}.json`)));
}

export function readCurrent(release: string, group: Group) {
  return z.array(kindSchema).parse(readJson(join(currentFolder, release, `${group}.json`)));
}

export function writeRelease(folder: string, release: string, group: Group, content: unknown): void {
  mkdirSync(join(folder, release), { recursive: true });
  writeFileSync(join(folder, release, `${group}.json`), `${JSON.stringify(content, undefined, 1)}\n`);
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
