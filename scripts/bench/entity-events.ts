// Measures the gateway's cost of an entity's event to 1,000 Feathers clients, and that of a bare socket.io broadcast of
// the same bytes. Prints JSON. Usage: npx tsx scripts/bench/entity-events.ts [clients]
import { compareFanOut } from './fan-out/compare.ts';

console.log(JSON.stringify(await compareFanOut('entityEvent', { count: 40, intervalMS: 50 }, 1.5), null, 2));
