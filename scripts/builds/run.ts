import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  createRepository,
  createSigningKey,
  publishBuild,
  type RepositoryKeys,
  type RoleName,
  readRepository,
  readSigningKey,
  refreshTimestamp,
  roleNames,
  rotateKeys,
} from '@cellwright/signed-builds';
import * as z from 'zod';

/** Help of the command. */
export const usage = `Signs builds for control boxes, as a TUF repository.

  npm run -s builds -- keys KEYS [--root 3] [--targets 2]     creates keys: one file each, KEYS/ROLE-N.pem
  npm run -s builds -- init FOLDER --keys KEYS [--root 2] [--targets 1]   creates a repository; numbers of signatures needed
  npm run -s builds -- publish FOLDER BUILD.json --keys KEYS  adds a build: { manifest, files: { "path in repository": "file" } }
  npm run -s builds -- refresh FOLDER --keys KEYS             signs the timestamp again, before it expires after 7 days
  npm run -s builds -- rotate FOLDER --keys KEYS --former OLD [--root 2]  replaces the keys; the former root keys sign, too
  npm run -s builds -- list FOLDER                            lists the files

A box needs FOLDER/metadata/1.root.json as BUILDS_ROOT_FILE. Keep the root keys offline.`;

export interface BuildsOutput {
  out(text: string): void;
  complain(text: string): void;
}

const buildFileSchema = z.object({ manifest: z.unknown(), files: z.record(z.string(), z.string()) });
const countSchema = z.coerce.number<string>().int().min(1).max(20);

/** Runs the command. Returns its exit code. */
export function runBuilds(args: readonly string[], output: BuildsOutput, now = new Date()): number {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        keys: { type: 'string' },
        former: { type: 'string' },
        root: { type: 'string' },
        targets: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    const [command, folder, file] = positionals;
    if (values.help || command === undefined || folder === undefined) {
      output.complain(usage);
      return values.help ? 0 : 1;
    }
    output.out(act({ command, folder, file, values, now }));
    return 0;
  } catch (error) {
    output.complain(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

interface Request {
  readonly command: string;
  readonly folder: string;
  readonly file: string | undefined;
  readonly values: Readonly<Partial<Record<'keys' | 'former' | 'root' | 'targets', string>>>;
  readonly now: Date;
}

function act({ command, folder, file, values, now }: Request): string {
  const count = (role: 'root' | 'targets') => countSchema.parse(values[role] ?? '1');
  const thresholds = { root: count('root'), targets: count('targets') };
  const keys = () => readKeys(requireValue(values.keys, '--keys names the folder of the keys'));
  switch (command) {
    case 'keys':
      return writeKeys(folder, thresholds);
    case 'init':
      createRepository(folder, { keys: keys(), thresholds, now });
      return `Created ${folder}. Boxes need ${join(folder, 'metadata', '1.root.json')}`;
    case 'publish':
      return publish(folder, requireValue(file, 'publish needs the file of the build'), keys(), now);
    case 'refresh':
      return `Signed the timestamp; it expires ${refreshTimestamp(folder, keys(), now).timestamp.signed.expires}`;
    case 'rotate': {
      const former = readKeys(requireValue(values.former, '--former names the folder of the former keys')).root;
      const { root } = rotateKeys(folder, former, { keys: keys(), thresholds, now });
      return `Signed root version ${root.signed.version}`;
    }
    case 'list':
      return Object.entries(readRepository(folder).targets.signed.targets)
        .map(([path, { length }]) => `${path}  ${length} bytes`)
        .join('\n');
    default:
      throw new Error(`Unknown command ${command}\n\n${usage}`);
  }
}

function requireValue(value: string | undefined, problem: string): string {
  if (value === undefined) throw new Error(problem);
  return value;
}

function writeKeys(folder: string, counts: Partial<Record<RoleName, number>>): string {
  if (existsSync(folder)) throw new Error(`${folder} exists. Keys are never overwritten; name another folder`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = roleNames.flatMap((role) =>
    Array.from({ length: counts[role] ?? 1 }, (_, index) => join(folder, `${role}-${index + 1}.pem`)),
  );
  for (const file of files) writeFileSync(file, createSigningKey().privateKey, { mode: 0o600 });
  return `Created ${files.length} keys in ${folder}`;
}

/** Reads the keys of a folder; a role may have none here. */
function readKeys(folder: string): RepositoryKeys {
  const read = (role: RoleName) => {
    const files: string[] = [];
    for (let file = join(folder, `${role}-1.pem`); existsSync(file); )
      file = join(folder, `${role}-${files.push(file) + 1}.pem`);
    return files.map((file) => readSigningKey(readFileSync(file, 'utf8')));
  };
  return { root: read('root'), targets: read('targets'), snapshot: read('snapshot'), timestamp: read('timestamp') };
}

function publish(folder: string, file: string, keys: RepositoryKeys, now: Date): string {
  const { manifest, files } = buildFileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const beside = Object.fromEntries(Object.entries(files).map(([path, local]) => [path, resolve(file, '..', local)]));
  const { targets } = publishBuild(folder, keys, { manifest, files: beside }, now);
  return `Published; targets version ${targets.signed.version}, with ${Object.keys(targets.signed.targets).length} files`;
}
