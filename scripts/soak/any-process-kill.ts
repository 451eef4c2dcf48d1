// Kills any process of the cell at a random moment of a run, each ten times. The arm must be at rest or stoppable, no
// saved routine and no acknowledged journal entry lost, and the cell must play again. Usage: tsx
// scripts/soak/any-process-kill.ts [times each]
import { everyProcess, loseAny } from '../../services/cell/e2e/faults/any-loss.fixture.ts';
import { soak, summarise, trialsOf } from './cell/soak.ts';

await soak('any process', { shape: 'processes' }, async (faults, note) => {
  const losses = [];
  for (let trial = 0; trial < trialsOf(10); trial++) {
    note(trial);
    for (const name of everyProcess) losses.push(await loseAny(faults, name, 2500 * Math.random()));
  }
  const wrong = losses.filter(({ problems }) => problems.length > 0);
  const playsAgainAfterMS = summarise(losses.map((loss) => loss.playsAgainAfterMS));
  return { holds: wrong.length === 0, kills: losses.length, playsAgainAfterMS, wrong, goal: { lost: 0 } };
});
