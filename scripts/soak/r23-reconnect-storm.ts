// R23: clients of one robot disconnect together and come back: all have a snapshot again within 30 s, and snapshots are
// written at most once in 50 ms, while the state changes. Usage: tsx scripts/soak/r23-reconnect-storm.ts [clients]
import { hashState } from '@cellwright/domain/run';
import { busSubjects } from '@cellwright/service-kit';
import {
  goodToken,
  openSocket,
  sessionState,
  startGatewayBench,
} from '../../services/gateway/src/testing/gateway-bench.fixture.ts';
import { soakDoor } from './door/finish.ts';

const count = Number(process.argv[2] ?? 1000);
const limits = { resynchronisedWithinMS: 30_000, snapshotEveryMS: 50 };

await soakDoor('R23', async () => {
  const bench = await startGatewayBench({ limits: { DOOR_OPEN_BURST: 500, DOOR_OPEN_PER_SECOND: 100 } });
  let seq = 7;
  const changing = setInterval(() => {
    seq++;
    const state = { ...sessionState, payload: { mass: seq } };
    const patch = [{ op: 'replace', path: '/payload/mass', value: seq }];
    void bench.bus.publish(busSubjects.robotPatch.of('simulated'), {
      kind: 'patch',
      seq,
      hash: hashState(state),
      patch,
    });
  }, 20);
  /** Reconnects like clients: a refused attempt is repeated after a pause. */
  const join = async () => {
    for (;;) {
      const client = openSocket(bench.url);
      const isOpen = await new Promise<boolean>((resolve) => {
        client.socket.once('open', () => resolve(true)).once('error', () => resolve(false));
      });
      if (isOpen) {
        await client.send({ kind: 'authenticate', token: goodToken });
        const snapshot = await Promise.race([client.receive(({ kind }) => kind === 'snapshot'), client.closed]);
        if (typeof snapshot === 'object') return { client, seq: Number(snapshot.seq) };
      }
      await new Promise((resolve) => setTimeout(resolve, 500 + 1500 * Math.random()));
    }
  };
  const joinAll = () => Promise.all(Array.from({ length: count }, join));
  const first = await joinAll();
  for (const { client } of first) client.socket.terminate();
  const startedAt = performance.now();
  const second = await joinAll();
  const resynchronisedMS = performance.now() - startedAt;
  const snapshots = new Set(second.map(({ seq: at }) => at)).size;
  clearInterval(changing);
  for (const { client } of second) client.socket.terminate();
  await bench.stop();
  const mostSnapshots = Math.ceil(resynchronisedMS / limits.snapshotEveryMS) + 1;
  const holds = resynchronisedMS <= limits.resynchronisedWithinMS && snapshots <= mostSnapshots;
  return { holds, clients: count, resynchronisedMS, snapshots, mostSnapshots, limits };
});
