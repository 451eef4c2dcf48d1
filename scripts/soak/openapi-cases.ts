// Sends every operation of the OpenAPI document very many requests generated from its schemas: no answer is a 5xx or
// contradicts the document, and every operation also succeeds. Usage: tsx scripts/soak/openapi-cases.ts [cases of each]
// [part of the operations' names, a regular expression] [seed]
import {
  type Exercised,
  exercise,
  isProvedElsewhere,
  wideDoor,
} from '../../services/cell/e2e/openapi/exercise.fixture.ts';
import { soak, trialsOf } from './cell/soak.ts';

const seed = Number(process.argv[4] ?? Date.now() % 2 ** 31);
const lanes = 10;

await soak('OpenAPI', { shape: 'compact', env: wideDoor }, async ({ cell }) => {
  const cases = trialsOf(10_000);
  const startedAt = performance.now();
  const results = await exercise(cell, {
    ...{ cases, seed, lanes, only: process.argv[3] ?? '' },
    onDone: ({ operation, statuses, failure }) =>
      void process.stderr.write(
        `${operation} ${JSON.stringify(statuses)}${failure === undefined ? '' : `\n  ${failure}`}\n`,
      ),
  });
  const wrong = results.filter(({ failure }) => failure !== undefined);
  const neverDone = results.filter((result) => !wasDone(result)).map(({ operation }) => operation);
  return {
    holds: results.length > 0 && wrong.length === 0 && neverDone.length === 0,
    ...{ cases, seed, operations: results.length, seconds: Math.round((performance.now() - startedAt) / 1000) },
    ...{ wrong, neverDone, goal: { wrong: 0, neverDone: 0 } },
  };
});

/** The robot API needs a ready robot or a running routine: its own suite covers it. */
function wasDone({ operation, statuses }: Exercised): boolean {
  return isProvedElsewhere(operation) || Object.keys(statuses).some((status) => status.startsWith('2'));
}
