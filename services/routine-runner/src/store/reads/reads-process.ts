import { lowerThreadPriority } from '@cellwright/service-kit/priority';
import { type ClientReads, createClientReads } from './client-reads.ts';
import { callRead, describeFailure, type ReadReply, type ToReads } from './read-messages.ts';

lowerThreadPriority();

let reads: ClientReads | undefined;
const reply = (message: ReadReply) => void process.send?.(message);

/** The process that reads runs, journals and recordings for clients. */
process.on('message', async (message: ToReads) => {
  if ('databaseUrl' in message) {
    reads = createClientReads(message.databaseUrl);
    return;
  }
  const { id } = message;
  try {
    if (!reads) throw new Error('no database was named');
    reply({ id, ok: true, result: await callRead(message, reads) });
  } catch (error) {
    reply({ id, ok: false, failure: describeFailure(error) });
  }
});
process.once('disconnect', () => process.exit());
