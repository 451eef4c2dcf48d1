import type { Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { type Clock, startOfText } from '@cellwright/domain/basics';
import { type ListedFile, maxFileBytes, maxListedFiles } from '@cellwright/domain/equipment';
import { Client, type FileInfo, FTPError } from 'basic-ftp';
import { type OpenSocket, whenConnected } from './connecting.ts';
import type { FtpAnswer, FtpFailure, FtpRequest, FtpTarget } from './ftp.ts';

/**
 * Maximum size of the responses to one request on the control connection, bytes; folder listings use another
 * connection.
 */
const maxSaidBytes = 64 * 1024;
/** A line of a listing has some hundred characters. */
const maxListingBytes = maxListedFiles * 512;
const longestServerText = 200;
/** Reply code of a server that may carry the request out later. */
const fileInUse = 450;

/** Error of a server that does not behave like a file server; shown to the operator as it is. */
class NoSuchServer extends Error {}

/**
 * A connection to a file server with one sign-in. The library implements the protocol; this class decides where data
 * connections go and how much data is accepted. It uses no timer: the caller ends the session in time.
 */
export class FtpSession {
  /** No time limits of the library: they could not be tested on another clock. */
  readonly #client = new Client(0, { maxListingBytes });
  readonly #clock: Clock;
  readonly #openSocket: OpenSocket;
  readonly #connectTimeoutMS: number;
  readonly #ended = new AbortController();
  #said = 0;
  /** Reason why the session ended itself. */
  #problem: NoSuchServer | undefined;
  #changes = false;
  #hasBegun = false;

  constructor(socket: Socket, clock: Clock, openSocket: OpenSocket, connectTimeoutMS: number) {
    this.#clock = clock;
    this.#openSocket = openSocket;
    this.#connectTimeoutMS = connectTimeoutMS;
    this.#client.ftp.socket = socket;
    socket.on('data', (data: string) => {
      this.#said += data.length;
      if (this.#said > maxSaidBytes) this.#refuse('The server sends unexpected data. Check its address');
    });
    // Exact if the server supports it; for LIST of other servers, the library guesses the format well.
    this.#client.availableListCommands = ['MLSD', 'LIST'];
    this.#client.prepareTransfer = () => this.#openDataConnection();
  }

  get isOpen(): boolean {
    return !this.#client.closed && this.#client.ftp.socket.writable;
  }

  /** True if the last request may have changed something. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  end(): void {
    this.#ended.abort();
    this.#client.close();
  }

  async signIn({ user, password }: Pick<FtpTarget, 'user' | 'password'>): Promise<void> {
    await this.#client.ftp.handle(undefined, (answer, task) => {
      if (answer instanceof Error) task.reject(answer);
      else if (answer.code >= 200 && answer.code < 300) task.resolve(answer);
      else task.reject(new NoSuchServer(`The server does not take connections: ${plain(answer.message)}`));
    });
    await this.#client.login(user, password);
    // Binary mode: a server that converts line ends would change a program.
    await this.#client.send('TYPE I');
  }

  /** @throws errors that `explain` describes. */
  async carryOut(request: FtpRequest): Promise<FtpAnswer> {
    this.#said = 0;
    this.#hasBegun = false;
    this.#changes = request.kind === 'upload';
    switch (request.kind) {
      case 'check':
        await this.#client.send('NOOP');
        return nothing;
      case 'list':
        return { ...nothing, files: readNames(await this.#client.list(request.path)) };
      case 'download': {
        const parts: Buffer[] = [];
        await this.#client.downloadTo(collectInto(parts), request.path);
        return { ...nothing, bytes: Buffer.concat(parts) };
      }
      case 'upload':
        await this.#client.uploadFrom(Readable.from([Buffer.from(request.bytes)]), request.path);
        return nothing;
      case 'delete':
        this.#hasBegun = true;
        await this.#client.remove(request.path);
        return nothing;
    }
  }

  /** Describes an error of `signIn` or `carryOut`. */
  explain(error: unknown): Pick<FtpFailure, 'kind' | 'message'> {
    const problem = this.#problem ?? error;
    if (problem instanceof NoSuchServer) return { kind: 'invalidAnswer', message: problem.message };
    if (problem instanceof FTPError && problem.code === fileInUse) {
      return { kind: 'busy', message: `The server answered '${plain(problem.message)}'` };
    }
    if (problem instanceof FTPError && problem.code !== 421) {
      const hint = problem.code === 530 ? 'Check user and password. ' : '';
      return { kind: 'refused', message: `${hint}The server answered '${plain(problem.message)}'` };
    }
    const why = problem instanceof Error ? plain(problem.message) : String(problem);
    return { kind: 'connectionLost', message: `The connection to the server was lost: ${why}` };
  }

  #refuse(message: string): void {
    this.#problem ??= new NoSuchServer(message);
    this.end();
  }

  /**
   * Only the port of the server's answer is used: the connection goes to the address of the session, by the same rules.
   * Otherwise a server could make the cell connect to another host.
   */
  async #openDataConnection() {
    const { client, port } = await this.#askForPort();
    const host = client.ftp.socket.remoteAddress;
    if (host === undefined) throw new Error('the server closed it');
    const target = { host: host.replace(/^::ffff:/i, ''), port, connectTimeoutMS: this.#connectTimeoutMS };
    const socket = this.#openSocket(target);
    const connected = await whenConnected(socket, target, this.#clock, this.#ended.signal);
    if (!connected.ok) throw new NoSuchServer(connected.aborted ? 'The transfer was ended' : connected.message);
    client.ftp.dataSocket = socket;
    this.#hasBegun = this.#changes;
    // Counted from when the transfer resumes reading: an earlier listener would lose bytes.
    socket.once('resume', () =>
      socket.on('data', () => {
        if (socket.bytesRead > maxFileBytes)
          this.#refuse(`The file is larger than ${maxFileBytes} bytes. Transfer it in another way`);
      }),
    );
    return { code: 200, message: 'a data connection is open' };
  }

  async #askForPort(): Promise<{ client: Client; port: number }> {
    const client = this.#client;
    // Machine controls support the older of the two commands; it has no place for an IPv6 address.
    const isIPv6 = client.ftp.socket.remoteAddress?.replace(/^::ffff:/i, '').includes(':') === true;
    const { message } = await client.send(isIPv6 ? 'EPSV' : 'PASV');
    const port = isIPv6 ? readExtendedPort(message) : readPort(message);
    if (port === undefined || port < 1 || port > 65_535) {
      throw new NoSuchServer(`The server sent no port for the transfer: ${plain(message)}`);
    }
    return { client, port };
  }
}

const nothing: FtpAnswer = { files: [], bytes: new Uint8Array() };

/** '227 Entering Passive Mode (192,168,1,100,10,229)'. */
function readPort(message: string): number | undefined {
  const [, high, low] = /\d{1,3}(?:,\d{1,3}){3},(\d{1,3}),(\d{1,3})/.exec(message) ?? [];
  return high === undefined || low === undefined || Number(high) > 255 || Number(low) > 255
    ? undefined
    : Number(high) * 256 + Number(low);
}

/** '229 Entering Extended Passive Mode (|||6446|)'. */
function readExtendedPort(message: string): number | undefined {
  const [, port] = /\|\|\|(\d{1,5})\|/.exec(message) ?? [];
  return port === undefined ? undefined : Number(port);
}

function collectInto(parts: Buffer[]): Writable {
  return new Writable({
    write(part: Buffer, _encoding, done) {
      parts.push(part);
      done();
    },
  });
}

/**
 * A name must not contain a path: a user of the name would write or delete elsewhere. A name that cannot be shown
 * unchanged is left out: it would be that of another file.
 */
function readNames(found: readonly FileInfo[]): ListedFile[] {
  const leading = found.find(({ name }) => /[/\\]/.test(name) || name === '..' || name === '.');
  if (leading)
    throw new NoSuchServer(`The server lists the name '${plain(leading.name)}', which leads out of the folder`);
  const shown = found.filter(({ name }) => plain(name) === name).slice(0, maxListedFiles);
  return shown.map(({ name, isDirectory, size, modifiedAt }) => ({
    name,
    isFolder: isDirectory,
    sizeBytes: Number.isFinite(size) && size > 0 ? size : 0,
    ...(modifiedAt && Number.isFinite(modifiedAt.getTime()) ? { modifiedAt: modifiedAt.toISOString() } : {}),
  }));
}

/** Shortens a server's text to one line for a message. */
function plain(text: string): string {
  return startOfText(text.replace(/\p{Cc}+/gu, ' ').trim(), longestServerText);
}
