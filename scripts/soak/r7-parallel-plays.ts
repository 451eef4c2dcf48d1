// R7: repeatedly 50 plays at once, from one client and from 50. Exactly one run starts. Usage: tsx
// scripts/soak/r7-parallel-plays.ts [rounds]
import { playInParallel } from '../../services/cell/e2e/faults/parallel-plays.fixture.ts';
import { soak, trialsOf } from './cell/soak.ts';

await soak('R7', { shape: 'compact' }, async (faults, note) => {
  let wrong = 0;
  const rounds = trialsOf(20);
  for (let round = 0; round < rounds; round++) {
    note(round);
    const plays = await playInParallel(faults, 50, round % 2 === 0 ? 'one' : 'many');
    if (plays.accepted !== 1 || plays.newRuns !== 1 || plays.startedTogether !== 1) wrong += 1;
  }
  return { holds: wrong === 0, rounds, playsEach: 50, wrong, goal: { runsPerRound: 1 } };
});
