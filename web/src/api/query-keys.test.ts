import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('..', import.meta.url));
/** A constant key with the expression or function that answers it. */
const query = /queryKey: (\[[^\]]*\]),\s*queryFn: ((?:[^\n]|\n {6,})*)/g;

function findQueries() {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => /\.tsx?$/.test(name) && !/\.(test|fixture)\./.test(name));
  return files.flatMap((file) =>
    [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(query)].map(([, key = '', answer = '']) => {
      return { key: key.replaceAll(/\s+/g, ' '), answer: answer.replaceAll(/\s+/g, ' '), file };
    }),
  );
}

describe('The key of a query', () => {
  it('belongs to one kind of answer: queries of one key share what was loaded last', () => {
    const answers = new Map<string, Map<string, string>>();
    for (const { key, answer, file } of findQueries()) {
      if (!answers.has(key)) answers.set(key, new Map());
      answers.get(key)?.set(answer, file);
    }
    expect(answers.size).toBeGreaterThan(40);
    const shared = [...answers].filter(([, kinds]) => kinds.size > 1).map(([key, kinds]) => `${key}: ${[...kinds]}`);
    expect(shared).toEqual([]);
  });
});
