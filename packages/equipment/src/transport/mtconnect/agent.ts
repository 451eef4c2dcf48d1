import type { HttpTransport } from '../http.ts';
import { agentMessages, type CurrentAnswer, readCurrent } from './current.ts';

/** `isReached`: something answered, and no MTConnect agent with this device. */
export type AgentAnswer = CurrentAnswer & { readonly isReached: boolean };

/** Asks an agent for the current values of a device. Never rejects. */
export async function askAgent(http: HttpTransport, device: string): Promise<AgentAnswer> {
  const path = device === '' ? '/current' : `/${encodeURIComponent(device)}/current`;
  const outcome = await http.ask({ method: 'GET', path, headers: { accept: 'text/xml' } });
  if (!outcome.ok) {
    const { kind, message } = outcome.failure;
    const isReached = kind === 'invalidAnswer';
    return { ok: false, isReached, problem: isReached ? agentMessages.noAgent : message };
  }
  return { ...readCurrent(outcome.value.body, device), isReached: true };
}
