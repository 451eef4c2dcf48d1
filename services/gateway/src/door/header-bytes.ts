import type { IncomingMessage } from 'node:http';

/**
 * Maximum of a request's address and headers: a browser sends up to 180 cookies of 4 kB of one host name, which programs
 * at its other ports may have set.
 */
export const maxHeaderBytes = 800 * 1024;
/** Headers up to this size need no reservation. */
export const usualHeaderBytes = 16 * 1024;

/** Bytes of incomplete headers beyond the usual size, of one source and of all. A browser opens six connections. */
const defaultLimits = { ofSource: 6 * maxHeaderBytes, total: 24 * maxHeaderBytes };

/** Bytes of the headers that a connection has sent so far. */
export interface HeaderMeter {
  /** Counts bytes before they are parsed. Returns false if too many bytes of incomplete headers are held. */
  take(byteLength: number): boolean;
  /** Called when the headers are complete. */
  onRequest(request: Pick<IncomingMessage, 'complete'>): void;
  /** Called when the connection is no HTTP connection any more. */
  close(): void;
}

export interface HeaderBytes {
  open(source: string): HeaderMeter;
}

/** Limits the memory for incomplete headers: a few clients may send long ones at the same time. */
export function createHeaderBytes(limits: { ofSource: number; total: number } = defaultLimits): HeaderBytes {
  const bySource = new Map<string, number>();
  let total = 0;
  const change = (source: string, byteLength: number): void => {
    total += byteLength;
    const held = (bySource.get(source) ?? 0) + byteLength;
    if (held > 0) bySource.set(source, held);
    else bySource.delete(source);
  };
  return {
    open(source) {
      let current: Pick<IncomingMessage, 'complete'> | undefined;
      let received = 0;
      let reserved = 0;
      let isClosed = false;
      const release = (): void => {
        if (reserved > 0) change(source, -reserved);
        [received, reserved] = [0, 0];
      };
      return {
        take(byteLength) {
          // The rest of a body is no header.
          if (isClosed || current?.complete === false) return true;
          received += byteLength;
          const more = Math.max(0, received - usualHeaderBytes) - reserved;
          if (more <= 0) return true;
          if (total + more > limits.total || (bySource.get(source) ?? 0) + more > limits.ofSource) return false;
          reserved += more;
          change(source, more);
          return true;
        },
        onRequest(request) {
          current = request;
          release();
        },
        close() {
          isClosed = true;
          release();
        },
      };
    },
  };
}
