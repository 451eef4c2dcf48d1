// A14: repeated attempts to set safety outputs by every path. None is set: the controller's log is the oracle. Usage:
// tsx scripts/soak/a14-safety-outputs.ts [rounds]
import { attempts, findBreaches, storeSafetyOutput } from '../../services/cell/e2e/faults/safety-outputs.fixture.ts';
import { soak, trialsOf } from './cell/soak.ts';

await soak('A14', { shape: 'compact' }, async (faults, note) => {
  await storeSafetyOutput(faults);
  const watcher = await faults.watch('simulated');
  const before = await watcher.newestIndex();
  const accepted: string[] = [];
  let tried = 0;
  for (let round = 0; round < trialsOf(10); round++) {
    note(round);
    for (const [name, attempt] of Object.entries(attempts)) {
      tried += 1;
      if (/^(accepted|completed)/.test(await attempt(faults))) accepted.push(name);
    }
  }
  const breaches = findBreaches(await watcher.readLog(before));
  await watcher.close();
  const holds = accepted.length === 0 && breaches.length === 0;
  return { holds, tried, accepted, breaches, goal: { breaches: 0 } };
});
