import { request as requestPlainly } from 'node:http';
import { type RequestOptions, request as requestSecurely } from 'node:https';
import WebSocket from 'ws';

/** Response to a tablet. */
export interface TabletAnswer {
  readonly status: number;
  readonly setCookies: readonly string[];
  readonly strictTransport: string | undefined;
  readonly text: string;
}

/** Name server in which every name is this machine. */
const lookup: NonNullable<RequestOptions['lookup']> = (_name, { all }, done) => {
  if (all) done(null, [{ address: '127.0.0.1', family: 4 }]);
  else done(null, '127.0.0.1', 4);
};

/** A tablet in the network of the cell: it knows the cell by a name, and trusts the authorities that were installed. */
export class Tablet {
  /** PEM of the authority that its user has installed. */
  authority: string | undefined;
  private cookie = '';

  /** @throws Error when the certificate of the cell is not trusted. */
  async ask(method: string, url: string, body?: object, token?: string): Promise<TabletAnswer> {
    const answer = await this.send(method, url, body, token);
    const [session] = answer.setCookies;
    if (session !== undefined) this.cookie = session.split(';')[0] ?? '';
    return answer;
  }

  /** Opens a runner socket by its session. Returns the kind of the first message. */
  openSocket(url: string): Promise<unknown> {
    const { origin, host } = new URL(url);
    const address = `wss://${host}/api/v1/routine-runner/simulated`;
    const headers = { cookie: this.cookie, origin };
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(address, { ca: this.authority, lookup, headers });
      socket.once('error', reject).once('message', (data) => {
        socket.close();
        resolve(JSON.parse(String(data)).kind);
      });
    });
  }

  private send(method: string, url: string, body?: object, token?: string): Promise<TabletAnswer> {
    const isSecure = url.startsWith('https:');
    const headers = {
      origin: new URL(url).origin,
      ...(body && { 'content-type': 'application/json' }),
      ...(this.cookie !== '' && { cookie: this.cookie }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const options = { method, headers, lookup, agent: false, ...(isSecure && { ca: this.authority }) };
    return new Promise((resolve, reject) => {
      const sent = (isSecure ? requestSecurely : requestPlainly)(url, options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.once('error', reject).once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            setCookies: response.headers['set-cookie'] ?? [],
            strictTransport: response.headers['strict-transport-security'],
            text,
          }),
        );
      });
      sent.once('error', reject).end(body && JSON.stringify(body));
    });
  }
}
