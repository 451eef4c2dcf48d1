// C7 and C8: with 350,000 steps in stored routines an import takes at most twice as long as in an empty library; with
// additional 50 MB of variables and 50 MB of space items, routines load, and lists are returned in pages. Usage: tsx
// scripts/soak/c7-large-library.ts [stored steps] [MB]
import type { FaultCell } from '../../services/cell/e2e/faults/fault-cell.fixture.ts';
import { sketchFile } from '../../services/cell/e2e/faults/routines.fixture.ts';
import { soak, trialsOf } from './cell/soak.ts';

const storedSteps = trialsOf(350_000);
const storedMB = Number(process.argv[3] ?? 50);
const stepsPerRoutine = 10_000;
const sizes = [1000, 10_000];
const limits = { slowerThanEmpty: 2 };
/** Below this a figure mostly depends on the machine, ms. */
const floorMS = 250;

function waitsFile(id: string, steps: number): string {
  const waits = Array.from({ length: steps }, (_, index) => {
    return { id: `step_${id}_${index}`, stepKind: 'Wait', args: { milliseconds: 1 } };
  });
  return JSON.stringify(sketchFile(id, waits));
}

/** Returns the fastest of three imports of each size, ms: delays by other load on the machine are not the library's. */
async function timeImports(faults: FaultCell, when: string): Promise<number[]> {
  const times: number[] = [];
  for (const size of sizes) {
    let best = Number.POSITIVE_INFINITY;
    for (let trial = 0; trial < 3; trial++) {
      const text = waitsFile(`routine_${when}_${size}_${trial}`, size);
      const startedAt = performance.now();
      await faults.cell.client.importRoutine(text);
      best = Math.min(best, performance.now() - startedAt);
    }
    times.push(best);
  }
  return times;
}

/** Stores documents of about 100 kB each. */
async function fill(faults: FaultCell, path: string, documentOf: (index: number, text: string) => object) {
  const text = 'x'.repeat(100_000);
  for (let index = 0; index < storedMB * 10; index++) {
    const body = JSON.stringify(documentOf(index, text));
    const { status, text: answer } = await faults.call('POST', path, body);
    if (status !== 200) throw new Error(`${path} answers ${status}: ${answer.slice(0, 300)}`);
  }
}

/** Reads a whole list by its pages; returns the number of documents. */
async function readByPages(faults: FaultCell, path: string): Promise<{ documents: number; refused: string[] }> {
  const refused: string[] = [];
  let documents = 0;
  for (let total = 1; documents < total && refused.length === 0; ) {
    const { status, text } = await faults.call('GET', `${path}?limit=20&offset=${documents}`);
    if (status !== 200) refused.push(text.slice(0, 300));
    else {
      const { items, pagination } = JSON.parse(text);
      documents += items.length;
      total = items.length === 0 ? documents : pagination.total;
    }
  }
  return { documents, refused };
}

await soak('C7', { shape: 'compact' }, async (faults, note) => {
  // The first import compiles the code.
  await faults.cell.client.importRoutine(waitsFile('routine_first', 1000));
  const emptyMS = await timeImports(faults, 'empty');
  for (let stored = 0; stored < storedSteps; stored += stepsPerRoutine) {
    note(stored);
    await faults.cell.client.importRoutine(waitsFile(`routine_stored_${stored}`, stepsPerRoutine));
  }
  const fullMS = await timeImports(faults, 'full');
  await fill(faults, '/variables', (index, text) => {
    return { id: `variable_large_${index}`, name: `large_${index}`, initialValue: text };
  });
  await fill(faults, '/space-items', (index, text) => {
    return { id: `space_large_${index}`, name: `large ${index}`, kind: 'palletBoxes', mesh: text };
  });
  const lists = {
    variables: await readByPages(faults, '/variables'),
    spaceItems: await readByPages(faults, '/space-items'),
  };
  const session = await faults.openReadySession('simulated');
  const startedAt = performance.now();
  await session.send('loadRoutine', { routineID: `routine_full_${sizes[0]}_0` });
  const loadMS = performance.now() - startedAt;
  session.close();
  const isQuick = fullMS.every((ms, index) => ms <= limits.slowerThanEmpty * Math.max(floorMS, emptyMS[index] ?? 0));
  const isListed = Object.values(lists).every(
    ({ documents, refused }) => documents >= storedMB * 10 && !refused.length,
  );
  return { holds: isQuick && isListed, storedSteps, storedMB, sizes, emptyMS, fullMS, lists, loadMS, limits };
});
