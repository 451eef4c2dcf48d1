// R37: the check of routines agrees with a simple model for 20,000 random routines of all kinds and 500 of up to 1,000
// levels; a cell gives the same results for 200 and 20 of them, and answers each load within 2 s; a tree 1,000 deep is
// loaded, one level more is refused with a typed error. Usage: tsx scripts/soak/r37-random-routines.ts [routines]
import { maxStepDepth, ProductError } from '@cellwright/domain/basics';
import { routineFileFormat, routineFileFormatVersion } from '@cellwright/domain/routine';
import fc from 'fast-check';
import {
  buildRoutine,
  bushyNodes,
  deepNodes,
  expectedProblems,
  type ModelNode,
  modelCell,
} from '../../packages/steps/src/testing/routine-model.fixture.ts';
import { validateRoutine } from '../../packages/steps/src/validate.ts';
import { deepFile } from '../../services/cell/e2e/faults/bad-input.fixture.ts';
import { soak, summarise, trialsOf } from './cell/soak.ts';

const limitMS = 2000;
const count = trialsOf(20_000);
const counts = { bushy: count, deep: Math.ceil(count / 40) };
const imported = { bushy: Math.ceil(count / 100), deep: Math.ceil(count / 1000) };
const seed = Date.now() & 0x7fffffff;

await soak('R37', { shape: 'processes' }, async (faults, note) => {
  const disagreements = [
    ...findDisagreements('bushy', bushyNodes, counts.bushy),
    ...findDisagreements('deep', deepNodes, counts.deep),
  ];
  note(1);
  const session = await faults.openReadySession('simulated');
  const importMS: number[] = [];
  const loadMS: number[] = [];
  const load = async (routineID: string): Promise<string> => {
    const startedAt = performance.now();
    const answer = await session.send('loadRoutine', { routineID }).then(() => 'loaded', describeRefusal);
    loadMS.push(performance.now() - startedAt);
    return answer;
  };
  const importTimed = async (text: string) => {
    const startedAt = performance.now();
    const answer = await faults.cell.client.importRoutine(text);
    importMS.push(performance.now() - startedAt);
    return answer;
  };

  const samples = [
    ...fc.sample(bushyNodes, { seed, numRuns: imported.bushy }),
    ...fc.sample(deepNodes, { seed, numRuns: imported.deep }),
  ];
  for (const [index, nodes] of samples.entries()) {
    const { routineID, problems } = await importTimed(fileOf(nodes, `routine_random_${index}`));
    const found = problems.map(({ message }) => message).sort();
    const expected = expectedProblems(nodes).map((line) => line.slice(line.indexOf(' ') + 1));
    const answer = await load(routineID);
    const expectedAnswer = expected.length === 0 ? 'loaded' : `${expected.length} validation errors`;
    if (String(found) !== String(expected.sort()))
      disagreements.push(`the cell finds other problems in sample ${index}`);
    if (!answer.includes(expectedAnswer)) disagreements.push(`sample ${index}: '${answer}', not '${expectedAnswer}'`);
    if (index % 50 === 0) note(index);
  }
  const deepest = await importTimed(JSON.stringify(deepFile(maxStepDepth)));
  const deepestLoad = await load(deepest.routineID);
  const tooDeep = await faults.cell.client
    .importRoutine(JSON.stringify(deepFile(maxStepDepth + 1)))
    .then(() => 'imported', describeRefusal);
  session.close();
  const [imports, loads] = [summarise(importMS), summarise(loadMS)];
  const holds =
    disagreements.length === 0 &&
    deepestLoad === 'loaded' &&
    tooDeep.includes(`at most ${maxStepDepth} levels`) &&
    (loads.worst ?? Infinity) <= limitMS;
  const figures = { importMS: imports, loadMS: loads, limitMS, deepestLoad, tooDeep };
  return { holds, seed, counts, imported, disagreements: disagreements.slice(0, 5), ...figures };
});

/** Returns at most one disagreement between the check and the model: the first case, shrunk if that is fast. */
function findDisagreements(name: string, nodes: fc.Arbitrary<ModelNode[]>, numRuns: number): string[] {
  const agrees = fc.property(nodes, (of) => {
    const found = validateRoutine(buildRoutine(of), modelCell).map(({ stepID, message }) => `${stepID} ${message}`);
    return String(found.sort()) === String(expectedProblems(of).sort());
  });
  const { failed, counterexample } = fc.check(agrees, { seed, numRuns, endOnFailure: name === 'deep' });
  return failed ? [`${name}: ${JSON.stringify(counterexample).slice(0, 2000)}`] : [];
}

function fileOf(nodes: readonly ModelNode[], id: string): string {
  return JSON.stringify({
    format: routineFileFormat,
    formatVersion: routineFileFormatVersion,
    routine: { ...buildRoutine(nodes), id, name: id },
    globals: { variables: [], spaceItems: [] },
    requires: { equipment: [] },
  });
}

function describeRefusal(error: unknown): string {
  if (error instanceof ProductError) return `${error.code}: ${error.message} ${JSON.stringify(error.details ?? {})}`;
  return error instanceof Error ? error.message : String(error);
}
