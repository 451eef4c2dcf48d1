import {
  type EquipmentLiveState,
  type FilesCommand,
  type FilesOutcome,
  maxFileBytes,
  refuseFilePath,
} from '@cellwright/domain/equipment';
import type { DeviceFailureReason, DeviceResult } from '../../capabilities/capability.ts';
import { type CommandEnds, DeviceDriver } from '../../framework/device-driver.ts';
import type { DriverContext, DriverDefinition, EquipmentDriver } from '../../framework/driver.ts';
import type { FtpAnswer, FtpFailure, FtpRequest, FtpTransport } from '../../transport/ftp.ts';
import { type FTPServerConfig, ftpServerContract } from './contract.ts';

/** A server logs each sign-in, so it is checked rarely and over the existing connection. */
const checkMS = 10_000;
const reconnectDelayMS = 5000;

type Result = DeviceResult<FilesOutcome>;

export const ftpServerDriver: DriverDefinition<typeof ftpServerContract> = {
  contract: ftpServerContract,
  create: (config, context) => new FTPServerDriver(config, context),
};

class FTPServerDriver extends DeviceDriver<EquipmentLiveState> implements EquipmentDriver<EquipmentLiveState, 'files'> {
  readonly capabilities = {
    files: { actuate: (command: FilesCommand, signal: AbortSignal) => this.#actuate(command, signal) },
  };
  readonly #config: FTPServerConfig;
  readonly #ftp: FtpTransport;
  #isConnected = false;
  #error: string | undefined;

  constructor(config: FTPServerConfig, { address, clock, openFtp }: DriverContext) {
    super(clock);
    const { user, password, connectTimeoutMS, timeoutMS } = config;
    this.#config = config;
    this.#ftp = openFtp({ ...address, user, password, connectTimeoutMS, timeoutMS });
  }

  state(): EquipmentLiveState {
    const status = this.#isConnected ? (this.isCommanded ? 'busy' : 'idle') : this.#error ? 'error' : 'initializing';
    return { connected: this.#isConnected, status, error: this.#error };
  }

  /** Nothing moves: a stop ends the transfer in progress through the signal of its command. */
  async stopMotion(): Promise<void> {}

  protected disconnect(): Promise<void> {
    return this.#ftp.close();
  }

  protected async read(): Promise<number> {
    // A command uses the connection while it is carried out, which may take as long as a file does.
    if (this.isCommanded) return reconnectDelayMS;
    const answer = await this.#ftp.request({ kind: 'check' });
    if (this.isClosing) return reconnectDelayMS;
    this.#isConnected = answer.ok;
    this.#error = answer.ok ? undefined : answer.failure.message;
    return answer.ok ? checkMS : reconnectDelayMS;
  }

  #actuate(command: FilesCommand, caller: AbortSignal): Promise<Result> {
    const planned = planRequest(command, this.#config.folder);
    if ('ok' in planned) return Promise.resolve(planned);
    const result = this.runCommand(caller, ends, async (signal): Promise<Result> => {
      void this.readNow();
      const answer = await this.#ftp.request(planned, { signal });
      if (!answer.ok) return explain(answer.failure, this.#config.name);
      return { ok: true, value: outcomeOf(command, planned, answer.value) };
    });
    // Whatever the result, the server is checked again and is no longer shown as busy.
    void result.then(() => this.readNow());
    return result;
  }
}

/** Returns the request for the server, or a failure for a forbidden one. */
function planRequest(command: FilesCommand, folder: string): FtpRequest | (Result & { ok: false }) {
  const path = command.operation === 'list' ? command.folder : command.path;
  const refusal = path === '' ? undefined : refuseFilePath(path);
  if (refusal !== undefined) return failed('outOfRange', refusal);
  const whole = path === '' ? folder : `${folder === '/' ? '' : folder}/${path}`;
  if (command.operation !== 'upload') return { kind: command.operation, path: whole };
  const bytes = Buffer.from(command.content, command.encoding);
  if (bytes.length > maxFileBytes) return failed('outOfRange', `A file has at most ${maxFileBytes} bytes`);
  return { kind: 'upload', path: whole, bytes };
}

function outcomeOf({ operation }: FilesCommand, request: FtpRequest, { files, bytes }: FtpAnswer): FilesOutcome {
  switch (operation) {
    case 'list':
      return { operation, files: [...files] };
    case 'download':
      return { operation, sizeBytes: bytes.length, ...readContent(bytes) };
    case 'upload':
      return { operation, sizeBytes: request.kind === 'upload' ? request.bytes.length : 0 };
    case 'delete':
      return { operation };
  }
}

/** Returns a program as text; other content keeps its bytes. */
function readContent(bytes: Uint8Array): { content: string; encoding: 'utf8' | 'base64' } {
  try {
    const content = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!content.includes('\0')) return { content, encoding: 'utf8' };
  } catch {
    // Not UTF-8.
  }
  return { content: Buffer.from(bytes).toString('base64'), encoding: 'base64' };
}

const stopped: Result = { ok: false, stopped: true };

const ends: CommandEnds<Result> = {
  busy: () => failed('busy', 'Another file transfer with the server is in progress. Wait until it has ended'),
  stopped,
  closed: (reason) => failed('outcomeUnknown', `${reason}. Check the files of the server before continuing`),
};

function explain({ kind, wasSent, message }: FtpFailure, name: string): Result {
  if (kind === 'aborted') return stopped;
  if (kind === 'refused')
    return failed('deviceFault', `'${name}' refused: ${message}. Check the path and the rights of the user`);
  if (kind === 'busy') return failed('busy', `'${name}' cannot access the file now: ${message}`);
  if (wasSent) {
    return failed('outcomeUnknown', `${message}. The file may have changed. Check it before continuing`);
  }
  if (kind === 'timeout')
    return failed('timeout', `${message}. Check the server, or give it more time in Devices`, true);
  if (kind === 'invalidAnswer') return failed('deviceFault', message);
  return failed('unreachable', `${message}; check the power, cable and address of '${name}'`, true);
}

function failed(reason: DeviceFailureReason, message: string, mayRetry = reason === 'busy'): Result & { ok: false } {
  return { ok: false, failure: { kind: 'NetworkRequestFailure', reason, message, mayRetry } };
}
