import { type Clock, withEither } from '@cellwright/domain/basics';
import { connectAnywhere, type OpenSocket, whenConnected } from './connecting.ts';
import type {
  FtpAnswer,
  FtpFailure,
  FtpOptions,
  FtpRequest,
  FtpResult,
  FtpTarget,
  FtpTransport,
  OpenFtp,
} from './ftp.ts';
import { FtpSession } from './ftp-session.ts';
import { recordSockets } from './traffic/record-sockets.ts';

/**
 * Creates FTP in passive mode: order of requests, time limits and hostile peers.
 * @param openSocket opens connections, also those of transfers, by the rules of the cell's egress
 */
export function createFtp(clock: Clock, openSocket: OpenSocket = connectAnywhere): OpenFtp {
  const open = recordSockets(openSocket);
  return (target) => new FtpClient(target, clock, open);
}

class FtpClient implements FtpTransport {
  readonly #target: FtpTarget;
  readonly #clock: Clock;
  readonly #openSocket: OpenSocket;
  readonly #closing = new AbortController();
  #session: FtpSession | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(target: FtpTarget, clock: Clock, openSocket: OpenSocket) {
    this.#target = target;
    this.#clock = clock;
    this.#openSocket = openSocket;
  }

  request(request: FtpRequest, { signal }: FtpOptions = {}): Promise<FtpResult<FtpAnswer>> {
    const result = this.#turn.then(() => this.#carryOut(request, signal));
    this.#turn = result;
    return result;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#turn;
    this.#session?.end();
  }

  async #carryOut(request: FtpRequest, caller?: AbortSignal): Promise<FtpResult<FtpAnswer>> {
    const closing = this.#closing.signal;
    const work = (signal: AbortSignal) => this.#carryOutUntil(request, signal);
    return caller ? withEither(caller, closing, work) : work(closing);
  }

  async #carryOutUntil(request: FtpRequest, signal: AbortSignal): Promise<FtpResult<FtpAnswer>> {
    if (signal.aborted) return failed({ kind: 'aborted', wasSent: false, message: 'The request was cancelled' });
    const opened = await this.#open(signal);
    if (!opened.ok) return opened;
    const session = opened.value;
    return this.#atMost(session, signal, true, () => session.carryOut(request));
  }

  /** Returns the existing connection, or a new one after signing in. */
  async #open(signal: AbortSignal): Promise<FtpResult<FtpSession>> {
    if (this.#session?.isOpen) return { ok: true, value: this.#session };
    this.#session = undefined;
    const socket = this.#openSocket(this.#target);
    const connected = await whenConnected(socket, this.#target, this.#clock, signal);
    if (!connected.ok) {
      return failed(
        connected.aborted
          ? { kind: 'aborted', wasSent: false, message: 'The request was cancelled' }
          : { kind: 'unreachable', wasSent: false, message: connected.message },
      );
    }
    const { traffic, connectTimeoutMS } = this.#target;
    const openTransfer: OpenSocket = (transfer) => this.#openSocket({ ...transfer, traffic });
    const session = new FtpSession(socket, this.#clock, openTransfer, connectTimeoutMS);
    const signedIn = await this.#atMost(session, signal, false, () => session.signIn(this.#target));
    if (!signedIn.ok) {
      session.end();
      return signedIn;
    }
    this.#session = session;
    return { ok: true, value: session };
  }

  /** Closes the connection after a timeout or an invalid answer: a late answer must not reach a later request. */
  async #atMost<Value>(
    session: FtpSession,
    signal: AbortSignal,
    isRequest: boolean,
    work: () => Promise<Value>,
  ): Promise<FtpResult<Value>> {
    const { timeoutMS } = this.#target;
    let ended: Pick<FtpFailure, 'kind' | 'message'> | undefined;
    const end = (kind: FtpFailure['kind'], message: string) => {
      ended ??= { kind, message };
      session.end();
    };
    const onAbort = () => end('aborted', 'The request was cancelled');
    signal.addEventListener('abort', onAbort, { once: true });
    const cancel = this.#clock.schedule(timeoutMS, () =>
      end('timeout', `The server did not do it within ${timeoutMS} ms`),
    );
    try {
      return { ok: true, value: await work() };
    } catch (error) {
      const { kind, message } = ended ?? session.explain(error);
      if (kind !== 'refused' && kind !== 'busy') session.end();
      return failed({ kind, message, wasSent: isRequest && session.hasBegun && kind !== 'busy' });
    } finally {
      cancel();
      signal.removeEventListener('abort', onAbort);
    }
  }
}

function failed(failure: FtpFailure): { readonly ok: false; readonly failure: FtpFailure } {
  return { ok: false, failure };
}
