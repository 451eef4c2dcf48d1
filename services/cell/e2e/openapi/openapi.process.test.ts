import { isExhaustive, propertyRuns, sliceOf } from '@cellwright/testkit/exhaustive';
import type { TestProvider } from '@cellwright/testkit/open-id-provider';
import type { Operation } from '@cellwright/testkit/openapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDataPath, startCell, type TestCell } from '../harness.ts';
import { type Exercised, exercise, isProvedElsewhere, wideDoor } from './exercise.fixture.ts';
import { singleSignOnEnv, startOperatorProvider } from './provider.fixture.ts';

/** Per operation: `npm test` covers every operation, an exhaustive run those of its slice. */
const cases = propertyRuns(2, 200);
const operationsOf = (all: readonly Operation[]) => (isExhaustive() ? sliceOf(all, ({ name }) => name) : all);
const data = makeDataPath();
let cell: TestCell;
let provider: TestProvider;
let results: Exercised[];

beforeAll(async () => {
  provider = await startOperatorProvider();
  cell = await startCell('compact', data.path, { ...wideDoor, ...singleSignOnEnv(provider) });
  results = await exercise(cell, { provider, cases, maxCases: 200, seed: 1, lanes: 10, choose: operationsOf });
}, 600_000);
afterAll(async () => {
  await cell.stop();
  await provider.stop();
  data.remove();
}, 60_000);

describe(`every operation of the OpenAPI document, called ${cases} times with values that its schemas allow, nearly allow and forbid`, () => {
  it('responds as documented: no internal errors, every refusal in the envelope', () => {
    const failures = results.flatMap(({ operation, failure }) =>
      failure === undefined ? [] : [`${operation}: ${failure}`],
    );
    expect(failures).toEqual([]);
  });

  it('succeeds at least once, so that no refusal hides a later error', () => {
    // The robot API needs a ready robot or a running routine: robot-programs.test.ts covers it.
    const neverDone = results
      .filter(({ operation }) => !isProvedElsewhere(operation))
      .filter(({ statuses }) => !Object.keys(statuses).some((status) => status.startsWith('2')));
    expect(
      neverDone.map(({ operation, statuses, refusal }) => `${operation} ${JSON.stringify(statuses)} ${refusal}`),
    ).toEqual([]);
  });

  it('has a response in every case', () => {
    const answersOf = ({ statuses }: Exercised) => Object.values(statuses).reduce((sum, n) => sum + n, 0);
    const missing = results.filter((result) => answersOf(result) < result.cases);
    expect(missing.map(({ operation }) => operation)).toEqual([]);
  });

  it('loses no case to a limit of the gateway', () => {
    const limited = results.filter(({ statuses }) => (statuses[429] ?? 0) > cases / 2);
    expect(limited.map(({ operation }) => operation)).toEqual([]);
  });
});
