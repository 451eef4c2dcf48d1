import type { CallClient, CallExtras } from '../calls/cell-calls.ts';
import { provenAuthor } from './any-peer.fixture.ts';

/** For tests: proves the authors of calls. Without an author a call is made for a token with every permission. */
export function provenCalls(client: CallClient): CallClient {
  const prove = (extras: CallExtras = {}): CallExtras => {
    const { author = { name: 'A test' } } = extras;
    const isSomebody = author.id !== undefined || author.name !== undefined || author.permissions !== undefined;
    return isSomebody && !author.proof ? { ...extras, author: provenAuthor(author) } : extras;
  };
  return {
    channel: client.channel,
    send: (call, input, extras, options) => client.send(call, input, prove(extras), options),
    ask: (call, input, extras, options) => client.ask(call, input, prove(extras), options),
  };
}
