// R18: every connection of the library and the runner is in use, four times 6 s, and Postgres is frozen as often for 8
// s. No longer: a query ends after 9 s, and then one of the waiting requests gets its connection and waits as long
// again. Requests are answered 503 within 2 s, and a stop in the meantime is as fast as always. Usage: tsx
// scripts/soak/r18-held-pools.ts [times]
import { freezeDatabase, holdPools } from '../../services/cell/e2e/faults/held-pools.fixture.ts';
import { soak, summarise, trialsOf } from './cell/soak.ts';

const limits = { answerMS: 2000, stopMS: 250 };

await soak('R18', { shape: 'processes' }, async (faults, note) => {
  const held = [];
  for (let trial = 0; trial < trialsOf(4); trial++) {
    note(trial);
    held.push(await holdPools(faults, 6000));
    held.push(await freezeDatabase(faults, 8000));
  }
  const answers = held.flatMap((each) => each.answers);
  const otherStatuses = answers.filter(({ status }) => status !== 503).length;
  const answerMS = summarise(answers.map(({ ms }) => ms));
  const stopMS = summarise(held.map(({ stop }) => stop.decelerationMS));
  const holds =
    otherStatuses === 0 &&
    (answerMS.worst ?? Infinity) <= limits.answerMS &&
    (stopMS.worst ?? Infinity) <= limits.stopMS &&
    held.every(({ runStatus }) => runStatus === 'stopped');
  return { holds, answers: answers.length, otherStatuses, answerMS, stopMS, limits };
});
