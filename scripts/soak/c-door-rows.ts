// C2, C6, C10–C14: the behaviour of a cell's gateway with keys, odd numbers, removed documents and silent clients.
// Usage: tsx scripts/soak/c-door-rows.ts [rounds] [processes]
import { type DoorRow, doorRows, tryDoorRow } from '../../services/cell/e2e/faults/door-rows.fixture.ts';
import { soak, trialsOf } from './cell/soak.ts';

const shape = process.argv[3] === 'processes' ? 'processes' : 'compact';

await soak('C2, C6, C10–C14', { shape }, async (faults, note) => {
  const rounds = trialsOf(5);
  const wrong: DoorRow[] = [];
  for (let round = 0; round < rounds; round++) {
    note(round);
    for (const row of doorRows) {
      const result = await tryDoorRow(faults, row);
      if (result.wrong.length > 0) wrong.push(result);
    }
  }
  return { holds: wrong.length === 0, rounds, rows: doorRows, wrong, goal: { wrong: 0 } };
});
