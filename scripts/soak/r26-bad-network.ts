// R26: changes over HTTP and commands on the runner socket through a network of 200 ± 100 ms that resets one connection
// in twenty: none is executed twice, and 95 % are answered within 1 s. Usage: tsx scripts/soak/r26-bad-network.ts
// [commands]
import {
  changeThroughBadNetwork,
  commandThroughBadNetwork,
} from '../../services/cell/e2e/faults/bad-network.fixture.ts';
import { soak, trialsOf } from './cell/soak.ts';

const limits = { p95MS: 1000, repeated: 0 };

await soak('R26', { shape: 'compact' }, async (faults) => {
  const count = trialsOf(500);
  const changes = await changeThroughBadNetwork(faults, count);
  const commands = await commandThroughBadNetwork(faults, count);
  const holds = [changes, commands].every(
    ({ p95MS, repeated, done, answered }) => p95MS <= limits.p95MS && repeated === limits.repeated && done >= answered,
  );
  return { holds: holds && changes.done === changes.sent, changes, commands, limits };
});
