// The services behind the gateway in a separate process: fakes that answer at once, with a routine of 5 MB.
import { startFakeServices } from '../../../services/gateway/src/testing/gateway-bench.fixture.ts';

const routine = Buffer.from(JSON.stringify({ id: 'r1', text: 'é'.repeat(2_500_000) }));
const { addresses } = await startFakeServices({ routine });
process.send?.(addresses);
