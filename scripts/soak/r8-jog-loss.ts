// R8: a jog's client disconnects by FIN, RST, kill and as a half-open connection, 25 times each. Deceleration starts
// within 300 ms. Usage: tsx scripts/soak/r8-jog-loss.ts [times each]
import { jogLosses, loseJogClient } from '../../services/cell/e2e/faults/jog-loss.fixture.ts';
import { soak, summarise, trialsOf } from './cell/soak.ts';

const limitMS = 300;

await soak('R8', { shape: 'compact' }, async (faults, note) => {
  const decelerationMS: Record<string, ReturnType<typeof summarise>> = {};
  let lostCommander = 0;
  for (const loss of jogLosses) {
    const ends = [];
    for (let trial = 0; trial < trialsOf(25); trial++) {
      note(trial);
      ends.push(await loseJogClient(faults, loss));
    }
    decelerationMS[loss] = summarise(ends.map((end) => end.decelerationMS));
    lostCommander += ends.filter((end) => end.lostCommander).length;
  }
  const holds = Object.values(decelerationMS).every(({ worst = Infinity }) => worst <= limitMS);
  return { holds, decelerationMS, lostCommander, limitMS };
});
