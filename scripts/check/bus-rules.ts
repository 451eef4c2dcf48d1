import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import type { SourceBreach } from './source-rules.ts';

interface CatalogueEntry {
  readonly publisher: string | readonly string[];
  readonly subscribers: readonly string[];
}

/** Folders of the parties of the bus. */
const folders: Readonly<Record<string, string>> = {
  gateway: 'services/gateway/src/',
  'routine-runner': 'services/routine-runner/src/',
  equipment: 'services/equipment/src/',
  identity: 'services/identity/src/',
  library: 'services/library/src/',
  'external-control': 'services/external-control/src/',
  'software-update': 'services/software-update/src/',
  owners: 'packages/service-kit/src/entities/',
};
const ignore = ['**/node_modules/**', '**/dist/**', '**/*.test.ts', '**/*.fixture.ts', '**/*.contract.ts'];

/**
 * Finds breaches: every subject of the bus must be spelled in the catalogue, sent only by its publisher and received
 * only by its subscribers.
 */
export function findBrokenBusRules(root: string, catalogue: Readonly<Record<string, CatalogueEntry>>): SourceBreach[] {
  const files = globSync(['services/*/src/**/*.ts', 'packages/service-kit/src/entities/**/*.ts'], {
    cwd: root,
    ignore,
  });
  const sources = files.map((file) => ({ file, text: readFileSync(`${root}/${file}`, 'utf8') }));
  return [
    ...sources.flatMap(findForeignSubjects),
    ...Object.entries(catalogue).flatMap(([name, entry]) => findDeadSubject(name, entry, sources)),
  ];
}

interface Source {
  readonly file: string;
  readonly text: string;
}

function findForeignSubjects({ file, text }: Source): SourceBreach[] {
  const spelled = [
    ...text.matchAll(
      /['"`](?:event\.[\w$*>]|runner\.(?:live|simulated|\*|\$\{robotKind)|equipment\.(?!proto|ts\b)[\w$*>])[^'"`\n]*['"`]/g,
    ),
  ];
  const addressed = [...text.matchAll(/\bbus\s*\.(?:publish|subscribe)\(\s*(?!\s|busSubjects\.)[^,)\n]*/g)];
  return [...spelled, ...addressed].map(([found]) => ({
    rule: 'subjects-in-catalogue',
    file,
    detail: `has ${found}; take the subject from busSubjects`,
  }));
}

function findDeadSubject(name: string, { publisher, subscribers }: CatalogueEntry, sources: readonly Source[]) {
  const users = sources.filter(({ text }) =>
    new RegExp(`\\b(?:busSubjects\\.${name}\\b|${name}\\b[^;]*\\} = busSubjects)`).test(text),
  );
  const isUsedBy = (party: string, how: RegExp) =>
    users.some(({ file, text }) => file.startsWith(folders[party] ?? '-') && how.test(text));
  const breaches: SourceBreach[] = [];
  const complain = (detail: string) =>
    breaches.push({ rule: 'subjects-sent-and-heard', file: 'packages/service-kit/src/bus/bus-subjects.ts', detail });
  const publishers = typeof publisher === 'string' ? [publisher] : publisher;
  for (const party of publishers) {
    if (!isUsedBy(party, /\.publish\(|"?Outbox"?|messageID/)) complain(`'${name}' is not sent by ${party}`);
  }
  for (const party of subscribers) {
    if (!isUsedBy(party, /\.subscribe\(|\bfollowMessages\(/)) complain(`'${name}' is not heard by ${party}`);
  }
  const known = [...publishers, ...subscribers].map((party) => folders[party] ?? '-');
  for (const { file } of users.filter((user) => !known.some((folder) => user.file.startsWith(folder)))) {
    complain(`'${name}' is used in ${file}, whose service is neither its publisher nor a subscriber`);
  }
  return breaches;
}
