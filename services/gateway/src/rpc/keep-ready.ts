import type { Clock } from '@cellwright/domain';
import type { GrpcChannel } from '@cellwright/service-kit/grpc';

/** Between looks at the line, ms. */
const lookMS = 250;

/** Keeps a line connected before anybody needs it: the first stop waits for no connection. */
export function keepReady(channel: GrpcChannel, clock: Clock): () => void {
  let cancelTimer: () => void = () => undefined;
  const look = (): void => {
    channel.connect();
    cancelTimer = clock.schedule(lookMS, look);
  };
  look();
  return () => cancelTimer();
}
