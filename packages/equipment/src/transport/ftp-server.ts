import { createServer, type Server, type Socket } from 'node:net';
import type { Clock } from '@cellwright/domain/basics';
import { maxFileBytes } from '@cellwright/domain/equipment';
import type { FileTree } from './ftp-files.ts';
import { LineSplitter } from './line-splitter.ts';
import { createLoopbackServer, type LoopbackServer, type ServerBehaviour, sendTo } from './loopback-server.ts';

export interface FtpServerOptions {
  readonly files: FileTree;
  readonly user: string;
  readonly password: string;
  /** 'refuse' answers with 550 to everything after the sign-in. */
  readonly behaviour: ServerBehaviour;
  /** True if a transfer that begins now never ends. */
  isJammed(): boolean;
  readonly clock: Clock;
  readonly maxConnections: number;
}

const longestLine = 1024;
/** Commands that change files, for the faults of a simulator. */
const commandVerbs: ReadonlySet<string> = new Set(['STOR', 'DELE']);
const openVerbs: ReadonlySet<string> = new Set(['USER', 'PASS', 'QUIT', 'NOOP', 'SYST', 'FEAT']);

/** Creates the server side of FTP (RFC 959, passive mode, MLSD of RFC 3659) for simulators, on loopback only. */
export function createFtpServer(options: FtpServerOptions): LoopbackServer {
  return createLoopbackServer(options.maxConnections, (socket) => new FtpConversation(socket, options).begin());
}

/** A command of a client. */
interface Asked {
  readonly argument: string;
  /** Resolved path of the argument. */
  readonly path: string;
  readonly hangUp: boolean;
}

/** Connection of one client: its user, its folder, and the data connection that it requested. */
class FtpConversation {
  readonly #socket: Socket;
  readonly #options: FtpServerOptions;
  #user = '';
  #isSignedIn = false;
  #folder = '/';
  #passive: Server | undefined;
  #data: Promise<Socket> | undefined;
  readonly #verbs: Readonly<Partial<Record<string, (asked: Asked) => void>>> = {
    USER: ({ argument }) => this.#askPassword(argument),
    PASS: ({ argument }) => this.#signIn(argument),
    SYST: () => this.#say('215 UNIX Type: L8'),
    FEAT: () => this.#say('211-Features\r\n MLSD\r\n UTF8\r\n EPSV\r\n211 End'),
    NOOP: () => this.#say('200 OK'),
    TYPE: () => this.#say('200 OK'),
    OPTS: () => this.#say('200 OK'),
    PWD: () => this.#say(`257 "${this.#folder}"`),
    CWD: ({ path }) => this.#changeFolder(path),
    PASV: () => this.#listen(false),
    EPSV: () => this.#listen(true),
    LIST: ({ path }) => this.#list('LIST', path),
    NLST: ({ path }) => this.#list('NLST', path),
    MLSD: ({ path }) => this.#list('MLSD', path),
    RETR: ({ path }) => this.#send(this.#options.files.read(path), 'No such file'),
    SIZE: ({ path }) => this.#say(describeSize(this.#options.files.read(path))),
    STOR: ({ path, hangUp }) => this.#receive(path, hangUp),
    DELE: ({ path, hangUp }) => this.#delete(path, hangUp),
    QUIT: () => this.#leave(),
  };

  constructor(socket: Socket, options: FtpServerOptions) {
    this.#socket = socket;
    this.#options = options;
  }

  begin(): void {
    const lines = new LineSplitter(longestLine);
    this.#socket.on('close', () => this.#endPassive());
    this.#socket.on('data', (data) => {
      const asked = lines.push(data.toString('utf8'));
      if (!asked) this.#socket.destroy();
      for (const line of asked ?? []) this.#take(line);
    });
    if (this.#options.behaviour.answerMode(false).kind !== 'silent') this.#say('220 Simulated server of files');
  }

  #say(text: string): void {
    sendTo(this.#socket, Buffer.from(`${text}\r\n`, 'utf8'));
  }

  #take(line: string): void {
    const space = line.indexOf(' ');
    const verb = (space === -1 ? line : line.slice(0, space)).toUpperCase();
    const argument = space === -1 ? '' : line.slice(space + 1);
    const { kind, delayMS } = this.#options.behaviour.answerMode(commandVerbs.has(verb));
    if (kind === 'silent') return;
    const answer = () => {
      if (kind === 'refuse' && !openVerbs.has(verb)) this.#say('550 Refused');
      else this.#answer(verb, argument, kind === 'hangUp');
    };
    if (delayMS > 0) this.#options.clock.schedule(delayMS, answer);
    else answer();
  }

  #answer(verb: string, argument: string, hangUp: boolean): void {
    if (!this.#isSignedIn && !openVerbs.has(verb)) {
      this.#say('530 Sign in first');
      return;
    }
    const path = this.#options.files.resolve(this.#folder, argument);
    const act = this.#verbs[verb];
    if (act) act({ argument, path, hangUp });
    else this.#say('502 Not implemented');
  }

  #signIn(password: string): void {
    this.#isSignedIn = this.#user === this.#options.user && password === this.#options.password;
    this.#say(this.#isSignedIn ? '230 Signed in' : '530 Wrong user or password');
  }

  #askPassword(user: string): void {
    this.#user = user;
    this.#isSignedIn = false;
    this.#say('331 Password?');
  }

  #leave(): void {
    this.#say('221 Goodbye');
    this.#socket.end();
  }

  #changeFolder(path: string): void {
    const isThere = this.#options.files.isFolder(path);
    if (isThere) this.#folder = path;
    this.#say(isThere ? '250 OK' : '550 No such folder');
  }

  #delete(path: string, hangUp: boolean): void {
    const isDone = this.#options.files.delete(path);
    if (hangUp) this.#socket.destroy();
    else this.#say(isDone ? '250 Deleted' : '550 No such file');
  }

  /** Offers one data connection on a port of its own. */
  #listen(isExtended: boolean): void {
    this.#endPassive();
    const server = createServer();
    this.#passive = server;
    this.#data = new Promise((resolve) =>
      server.once('connection', (socket) => {
        socket.on('error', () => socket.destroy());
        server.close();
        resolve(socket);
      }),
    );
    server.on('error', () => this.#say('421 No port is free'));
    server.listen({ port: 0, host: '127.0.0.1' }, () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      const place = `127,0,0,1,${port >> 8},${port & 255}`;
      this.#say(isExtended ? `229 Extended passive mode (|||${port}|)` : `227 Passive mode (${place})`);
    });
  }

  #list(verb: string, path: string): void {
    const { files } = this.#options;
    if (!files.isFolder(path)) {
      this.#say('550 No such folder');
      return;
    }
    const lines = files.list(path).map(({ name, isFolder, bytes, changedAt }) => {
      if (verb === 'NLST') return name;
      if (verb === 'MLSD') {
        return `type=${isFolder ? 'dir' : 'file'};size=${bytes};modify=${stampOf(changedAt)}; ${name}`;
      }
      return `${isFolder ? 'd' : '-'}rw-r--r-- 1 cell cell ${bytes} ${dateOf(changedAt)} ${name}`;
    });
    this.#send(Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'utf8'), '');
  }

  #send(bytes: Buffer | undefined, missing: string): void {
    if (!bytes) {
      this.#say(`550 ${missing}`);
      return;
    }
    this.#transfer((data) => {
      data.on('close', () => this.#say('226 Transfer complete'));
      data.end(bytes);
      data.resume();
    });
  }

  #receive(path: string, hangUp: boolean): void {
    if (!this.#options.files.mayWrite(path)) {
      this.#say('553 No such folder');
      return;
    }
    this.#transfer((data) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      data.on('data', (part) => {
        bytes += part.length;
        if (bytes > maxFileBytes) data.destroy();
        else parts.push(part);
      });
      data.on('close', () => {
        const isStored = bytes <= maxFileBytes && this.#options.files.write(path, Buffer.concat(parts));
        if (hangUp) this.#socket.destroy();
        else this.#say(isStored ? '226 Stored' : '552 Not enough space');
      });
      data.on('end', () => data.end());
    });
  }

  #transfer(run: (data: Socket) => void): void {
    const data = this.#data;
    this.#data = undefined;
    if (!data) {
      this.#say('425 Ask for a port first');
      return;
    }
    this.#say('150 Here it goes');
    if (!this.#options.isJammed()) void data.then(run);
  }

  #endPassive(): void {
    this.#passive?.close();
    void this.#data?.then((socket) => socket.destroy());
    this.#data = undefined;
  }
}

function describeSize(bytes: Buffer | undefined): string {
  return bytes ? `213 ${bytes.length}` : '550 No such file';
}

function stampOf(at: Date): string {
  return at
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/[-T:]/g, '');
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function dateOf(at: Date): string {
  return `${months[at.getUTCMonth()]} ${String(at.getUTCDate()).padStart(2)} ${at.getUTCFullYear()}`;
}
