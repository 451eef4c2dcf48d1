// R17: Postgres is killed while four routines are saved as fast as possible, 100 times. No routine is partially saved,
// no acknowledged save lost, and saves succeed again within 10 s. Usage: tsx scripts/soak/r17-postgres-kill.ts [kills]
import { killPostgresMidSave, Saver } from '../../services/cell/e2e/faults/save-loss.fixture.ts';
import { soak, summarise, trialsOf } from './cell/soak.ts';

const limitMS = 10_000;

await soak('R17', { shape: 'processes' }, async (faults, note) => {
  const savers = [1, 2, 3, 4].map((number) => new Saver(faults, `routine_saver_${number}`));
  for (const saver of savers) await saver.begin();
  const losses = [];
  for (let trial = 0; trial < trialsOf(100); trial++) {
    note(trial);
    losses.push(await killPostgresMidSave(faults, savers, 100 * Math.random()));
  }
  await Promise.all(savers.map((saver) => saver.end()));
  const problems = losses.flatMap((loss) => loss.problems);
  const recoveredAfterMS = summarise(losses.map((loss) => loss.recoveredAfterMS));
  const holds = problems.length === 0 && (recoveredAfterMS.worst ?? Infinity) <= limitMS;
  return { holds, kills: losses.length, recoveredAfterMS, problems: problems.slice(0, 10), limitMS };
});
