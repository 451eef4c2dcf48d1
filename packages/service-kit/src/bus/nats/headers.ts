import { headers as createHeaders, type MsgHdrs } from '@nats-io/transport-node';

/** JetStream dedupes by this header. */
const messageIdHeader = 'Nats-Msg-Id';

export function toHeaders(messageId: string | undefined, values: Readonly<Record<string, string>> = {}): MsgHdrs {
  const result = createHeaders();
  if (messageId !== undefined) result.set(messageIdHeader, messageId);
  for (const [name, value] of Object.entries(values)) result.set(name, value);
  return result;
}

export function fromHeaders(given: MsgHdrs | undefined): { messageId: string; headers: Record<string, string> } {
  const headers: Record<string, string> = {};
  for (const [name, values] of given ?? []) {
    if (!name.startsWith('Nats-')) headers[name] = values[0] ?? '';
  }
  return { messageId: given?.get(messageIdHeader) ?? '', headers };
}
