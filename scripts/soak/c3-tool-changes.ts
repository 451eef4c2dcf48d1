// C3: the tool on the flange changes in a pause and during a move; other devices change as well. No resume with another
// tool, no line that ends with another TCP than it began with, no TCP changed by another device. Usage: tsx
// scripts/soak/c3-tool-changes.ts [rounds] [processes]
import { changeTools, holdsTool, type ToolChanges } from '../../services/cell/e2e/faults/tool-changes.fixture.ts';
import { soak, trialsOf } from './cell/soak.ts';

const shape = process.argv[3] === 'processes' ? 'processes' : 'compact';

await soak('C3', { shape }, async (faults, note) => {
  const rounds = trialsOf(10);
  const wrong: ToolChanges[] = [];
  for (let round = 0; round < rounds; round++) {
    note(round);
    const changes = await changeTools(faults);
    if (!holdsTool(changes)) wrong.push(changes);
  }
  return { holds: wrong.length === 0, rounds, wrong, goal: { wrong: 0 } };
});
