// Writes the gRPC contracts of the calls in packages/calls: `npm run generate:calls`.
import { writeFileSync } from 'node:fs';
import { callOwners, callsOf } from '@cellwright/calls';
import { protoPathOf, renderProto } from '@cellwright/calls/proto';

for (const owner of callOwners) {
  writeFileSync(protoPathOf(owner), renderProto(owner, Object.values(callsOf[owner])));
  console.log(`Wrote ${protoPathOf(owner)}`);
}
