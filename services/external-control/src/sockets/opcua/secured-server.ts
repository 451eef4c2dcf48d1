import { AsyncLocalStorage } from 'node:async_hooks';
import type { Message, ServerSecureChannelLayer } from 'node-opcua-secure-channel';
import { OPCUAServer, type OPCUAServerOptions, ServerSession } from 'node-opcua-server';
import { type StatusCode, StatusCodes } from 'node-opcua-status-code';
import {
  CreateSessionRequest,
  type SignatureData,
  type UserTokenPolicy,
  type X509IdentityToken,
} from 'node-opcua-types';

type StatusCallback = (error: Error | null, status?: StatusCode) => void;

interface Limits {
  readonly sessionTimeoutMS: number;
  /** True if the user of the session may be asked for its writes. */
  readonly hasUser: (sessionID: string) => boolean;
}

/** A server in which each write has its session, sessions end in time, and users have names and passwords alone. */
export class SecuredServer extends OPCUAServer {
  private readonly limits: Limits;
  private readonly writing = new AsyncLocalStorage<string>();

  constructor(options: OPCUAServerOptions, limits: Limits) {
    super(options);
    this.limits = limits;
  }

  /** Session whose write is carried out; undefined outside of one. */
  get writingSessionID(): string | undefined {
    return this.writing.getStore();
  }

  protected override async _on_CreateSessionRequest(
    message: Message,
    channel: ServerSecureChannelLayer,
  ): Promise<void> {
    const { request } = message;
    const { sessionTimeoutMS } = this.limits;
    if (request instanceof CreateSessionRequest) {
      const wanted = request.requestedSessionTimeout;
      request.requestedSessionTimeout = wanted > 0 ? Math.min(wanted, sessionTimeoutMS) : sessionTimeoutMS;
    }
    await super._on_CreateSessionRequest(message, channel);
  }

  protected override _on_WriteRequest(message: Message, channel: ServerSecureChannelLayer): void {
    const { session } = message;
    const id = session instanceof ServerSession ? readSessionID(session) : '';
    if (id !== '' && !this.limits.hasUser(id)) {
      const fault = OPCUAServer.makeServiceFault(StatusCodes.BadUserAccessDenied, ['Writing needs a user']);
      channel.send_response('MSG', fault, message);
      return;
    }
    this.writing.run(id, () => super._on_WriteRequest(message, channel));
  }

  /** Users have no certificates. */
  protected override isValidX509IdentityToken(
    _channel: ServerSecureChannelLayer,
    _session: ServerSession,
    _policy: UserTokenPolicy,
    _token: X509IdentityToken,
    _signature: SignatureData,
    callback: StatusCallback,
  ): void {
    callback(null, StatusCodes.BadIdentityTokenRejected);
  }
}

export function readSessionID(session: ServerSession): string {
  return session.nodeId.toString();
}
