// R28: one gateway is replaced at 100 requests a second: every accepted request is answered, and the port responds
// again within 5 s. Usage: tsx scripts/soak/r28-rollover.ts [rounds]
import { setTimeout as sleep } from 'node:timers/promises';
import { calls, goodToken, startGatewayBench } from '../../services/gateway/src/testing/gateway-bench.fixture.ts';
import { soakDoor } from './door/finish.ts';

const rounds = Number(process.argv[2] ?? 10);
const limits = { awayMS: 5000, acceptedUnanswered: 0 };

await soakDoor('R28', async () => {
  let bench = await startGatewayBench();
  const port = Number(new URL(bench.url).port);
  const outcome = { answered: 0, failed: 0, refused: 0, broken: 0 };
  const reasons = new Set<string>();
  const ask = async (): Promise<void> => {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/cell/routines/r1`, {
        headers: { authorization: `Bearer ${goodToken}` },
      });
      await response.arrayBuffer();
      outcome[response.status === 200 ? 'answered' : 'failed']++;
    } catch (error) {
      const { cause } = error instanceof Error ? error : new Error(String(error));
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(error);
      // The connection was refused: its client may safely retry.
      if (code === 'ECONNREFUSED') outcome.refused++;
      // The kernel had accepted the connection but the gateway had not, so it did not accept the request either.
      else {
        outcome.broken++;
        reasons.add(code);
      }
    }
  };
  const asked: Promise<void>[] = [];
  const timer = setInterval(() => asked.push(ask()), 10);
  let awayMS = 0;
  for (let round = 0; round < rounds; round++) {
    await sleep(1000);
    const startedAt = performance.now();
    await bench.stop();
    bench = await startGatewayBench({ port });
    awayMS = Math.max(awayMS, performance.now() - startedAt);
  }
  await sleep(500);
  clearInterval(timer);
  await Promise.all(asked);
  await bench.stop();
  const accepted = calls.filter(({ method }) => method === 'getRoutine').length;
  const acceptedUnanswered = accepted - outcome.answered;
  const holds = awayMS <= limits.awayMS && acceptedUnanswered <= limits.acceptedUnanswered && outcome.failed === 0;
  return { holds, rounds, accepted, acceptedUnanswered, ...outcome, reasons: [...reasons], awayMS, limits };
});
