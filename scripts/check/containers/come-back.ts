// Kills each service in turn; its container must restart by itself, and the cell must work again.
import { play } from './play.ts';
import { round, until } from './report.ts';
import type { ServiceName, Stack } from './stack.ts';

/** Maximum time until a killed container is healthy again, ms. */
const backWithinMS = 60_000;
/**
 * A short routine through all of them: the library stores it, the runner plays it, its journal comes over NATS from
 * Postgres.
 */
const routine = 'signal-tower';

export interface ComeBack {
  /** Time from the kill until the container is healthy. */
  readonly healthySeconds: Readonly<Record<string, number>>;
  /** Time from the kill until the routine has been played. */
  readonly worksAgainSeconds: Readonly<Record<string, number>>;
  readonly endedByLateMachine: number;
  readonly [figure: string]: unknown;
}

export interface ComeBackOptions {
  readonly services: readonly ServiceName[];
  /** An image with Node.js that sends the kill. */
  readonly image: string;
  readonly say: (text: string) => void;
}

/**
 * Kills the services.
 * @throws Error naming the service that did not come back, or after which the cell did not work.
 */
export async function killOneByOne(stack: Stack, { services, image, say }: ComeBackOptions): Promise<ComeBack> {
  const healthySeconds: Record<string, number> = {};
  const worksAgainSeconds: Record<string, number> = {};
  let endedByLateMachine = 0;
  for (const service of services) {
    const startedAt = performance.now();
    const sinceKill = () => round((performance.now() - startedAt) / 1000);
    const before = await stack.signal(service, 'SIGKILL', image);
    await until(
      async () => {
        const now = await stack.inspect(service);
        const isAnother = now !== undefined && now.State.StartedAt !== before.State.StartedAt;
        return (isAnother && now.State.Health?.Status === 'healthy') || undefined;
      },
      { withinMS: backWithinMS, sentence: `${service} did not come back after it was killed` },
    );
    healthySeconds[service] = sinceKill();
    await stack.untilReady(backWithinMS);
    endedByLateMachine += await playAfter(stack, service);
    worksAgainSeconds[service] = sinceKill();
    say(
      `  ${service}: healthy after ${healthySeconds[service]} s, a routine played after ${worksAgainSeconds[service]} s`,
    );
  }
  return { healthySeconds, worksAgainSeconds, endedByLateMachine };
}

async function playAfter(stack: Stack, service: ServiceName): Promise<number> {
  try {
    return (await play(stack, routine)).endedByLateMachine;
  } catch (error) {
    if (error instanceof Error) error.message = `after ${service} was killed, the cell does not work: ${error.message}`;
    throw error;
  }
}
