import type { Clock } from '@cellwright/domain';

/** A stop that the socket has not confirmed within this time goes over HTTP, too. */
const secondWayAfterMS = 250;

export interface StopWays {
  overSocket(): Promise<unknown>;
  overHttp(): Promise<unknown>;
}

/** Stops by the socket, and by HTTP when that does not answer at once. Resolves with the first confirmation. */
export function stopByBothWays({ overSocket, overHttp }: StopWays, clock: Clock): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let isHttpSent = false;
    let failures = 0;
    const onFailure = (error: unknown) => {
      failures++;
      if (failures === 2) reject(error);
    };
    const sendHttp = () => {
      if (isHttpSent) return;
      isHttpSent = true;
      cancel();
      overHttp().then(resolve, onFailure);
    };
    const cancel = clock.schedule(secondWayAfterMS, sendHttp);
    overSocket().then(
      (answer) => {
        cancel();
        resolve(answer);
      },
      (error: unknown) => {
        onFailure(error);
        sendHttp();
      },
    );
  });
}
