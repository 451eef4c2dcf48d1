import type { Clock } from '@cellwright/domain/basics';
import type { FtpAnswer, FtpFailure, FtpRequest, FtpResult, FtpTarget, OpenFtp } from './ftp.ts';
import type { FileTree } from './ftp-files.ts';

/** Time of a request on loopback, ms. */
const roundTripMS = 5;

/**
 * Creates FTP without a socket: drivers reach simulated servers on a common clock.
 * @param find returns the files of the server at an address; undefined if nothing listens there
 */
export function createFtpInMemory(clock: Clock, find: (target: FtpTarget) => FileTree | undefined): OpenFtp {
  return (target) => {
    let isClosed = false;
    return {
      async request(request, { signal } = {}) {
        if (signal?.aborted) return failed('aborted', 'The request was cancelled');
        const files = isClosed ? undefined : find(target);
        if (!files) return failed('unreachable', `Nothing answers at ${target.host}:${target.port}`);
        await clock.sleep(roundTripMS);
        return carryOut(files, request);
      },
      async close() {
        isClosed = true;
      },
    };
  };
}

function carryOut(files: FileTree, request: FtpRequest): FtpResult<FtpAnswer> {
  switch (request.kind) {
    case 'check':
      return done({});
    case 'list': {
      if (!files.isFolder(request.path)) return refused('No such folder');
      return done({
        files: files.list(request.path).map(({ name, isFolder, bytes, changedAt }) => ({
          name,
          isFolder,
          sizeBytes: bytes,
          modifiedAt: changedAt.toISOString(),
        })),
      });
    }
    case 'download': {
      const bytes = files.read(request.path);
      return bytes ? done({ bytes }) : refused('No such file');
    }
    case 'upload':
      return files.write(request.path, Buffer.from(request.bytes)) ? done({}) : refused('No such folder');
    case 'delete':
      return files.delete(request.path) ? done({}) : refused('No such file');
  }
}

function done(answer: Partial<FtpAnswer>): FtpResult<FtpAnswer> {
  return { ok: true, value: { files: [], bytes: new Uint8Array(), ...answer } };
}

function refused(message: string): FtpResult<FtpAnswer> {
  return failed('refused', message);
}

function failed(kind: FtpFailure['kind'], message: string): { readonly ok: false; readonly failure: FtpFailure } {
  return { ok: false, failure: { kind, wasSent: false, message } };
}
