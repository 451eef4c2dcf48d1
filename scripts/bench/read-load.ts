// Authenticated sequential reads of one address on several connections.
import { connect } from 'node:net';
import { goodToken } from '../../services/gateway/src/testing/gateway-bench.fixture.ts';

export interface Load {
  readonly perSecond: number;
  readonly p50MS: number;
}

/** Reads `path` for `turnMS`; returns requests per second and the median latency. */
export async function loadReads(url: string, path: string, connections: number, turnMS: number): Promise<Load> {
  const latencies: number[] = [];
  const endsAt = performance.now() + turnMS;
  await Promise.all(Array.from({ length: connections }, () => readUntil(url, path, endsAt, latencies)));
  return { perSecond: (latencies.length / turnMS) * 1000, p50MS: median(latencies) };
}

function readUntil(url: string, path: string, endsAt: number, latencies: number[]): Promise<void> {
  const { hostname, port } = new URL(url);
  const head = `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${goodToken}\r\n\r\n`;
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    let text = '';
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const send = () => {
      sentAt = performance.now();
      text = '';
      socket.write(head);
    };
    socket.on('connect', send).on('error', reject);
    socket.on('data', (data) => {
      text += data.toString('latin1');
      const body = text.indexOf('\r\n\r\n') + 4;
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
      if (body < 4 || text.length < body + length) return;
      if (!text.startsWith('HTTP/1.1 200')) return reject(new Error(text.slice(0, 500)));
      latencies.push(performance.now() - sentAt);
      if (performance.now() < endsAt) return send();
      socket.destroy();
      resolve();
    });
  });
}

export function median(values: number[]): number {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
