import type { DriverContext } from '../../framework/driver.ts';
import { type AgentAnswer, askAgent } from '../../transport/mtconnect/agent.ts';
import { statusOf } from './agent-status.ts';
import type { CNCMachineConfig } from './contract.ts';
import type { Lost, Status } from './reading.ts';

/** A machine with many axes has some hundred data items. */
const maxBodyBytes = 2 * 1024 * 1024;

/** Reads a machine over its MTConnect agent, and writes nothing. */
export interface AgentReader {
  ask(): Promise<AgentAnswer>;
  read(): Promise<Status | Lost>;
  close(): Promise<void>;
}

/** Returns the reader of the machine's agent; undefined for a machine on another interface. */
export function openAgent(
  { deviceInterface, timeoutMS, mtConnect }: CNCMachineConfig,
  { address, openHttp }: DriverContext,
): AgentReader | undefined {
  if (deviceInterface !== 'mtConnect') return undefined;
  const http = openHttp({ ...address, connectTimeoutMS: timeoutMS, timeoutMS, maxBodyBytes });
  const ask = () => askAgent(http, mtConnect.device);
  return {
    ask,
    async read() {
      const answer = await ask();
      return answer.ok ? statusOf(answer.value, mtConnect) : { lost: answer.problem };
    },
    close: () => http.close(),
  };
}
