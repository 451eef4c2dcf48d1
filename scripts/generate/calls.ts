// Writes the gRPC contracts of the calls in packages/calls: `npm run generate:calls`.
import { writeFileSync } from 'node:fs';
import { callsOf, serviceOwners } from '@cellwright/calls';
import { protoPathOf, renderProto } from '@cellwright/calls/proto';

for (const owner of serviceOwners) {
  writeFileSync(protoPathOf(owner), renderProto(owner, Object.values(callsOf[owner])));
  console.log(`Wrote ${protoPathOf(owner)}`);
}
