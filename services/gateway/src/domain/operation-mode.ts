import { assemblyModeError, robotIdentitySchema } from '@cellwright/domain/robot';
import type { Authenticator } from './access-replica.ts';
import type { AnsweredDocument } from './entity-door.ts';

/** Operation mode of the robot as this gateway last read it; 'live' before that. */
export class OperationMode {
  private read: () => AnsweredDocument | undefined = () => undefined;
  private last: { readonly document: AnsweredDocument; readonly isAssembly: boolean } | undefined;

  /** Reads the identity of the robot from this source from now on. */
  follow(read: () => AnsweredDocument | undefined): void {
    this.read = read;
  }

  get isAssembly(): boolean {
    const document = this.read();
    // While the replica is out of date, the last mode counts.
    if (document && document !== this.last?.document) this.last = { document, isAssembly: isAssemblyIn(document) };
    return this.last?.isAssembly ?? false;
  }

  /** @throws ProductError forbidden in assembly mode. */
  requireLive(): void {
    if (this.isAssembly) throw assemblyModeError();
  }
}

/** Returns an authenticator for connections to a robot: it recognises no client in assembly mode. */
export function disableInAssembly(
  authenticator: Authenticator,
  mode: Pick<OperationMode, 'requireLive'>,
): Authenticator {
  return {
    introduce: (token) => authenticator.introduce(token),
    recognise(token, isLoopback, digest) {
      const identity = authenticator.recognise(token, isLoopback, digest);
      mode.requireLive();
      return identity;
    },
    requireFresh: (identity) => authenticator.requireFresh(identity),
    onChange: (listener) => authenticator.onChange(listener),
  };
}

function isAssemblyIn({ json }: AnsweredDocument): boolean {
  const identity = robotIdentitySchema.safeParse(JSON.parse(Buffer.from(json).toString('utf8')));
  return identity.data?.robotOperationMode === 'assembly';
}
