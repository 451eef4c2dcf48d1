import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod';

const packetSchema = z.looseObject({
  op: z.string(),
  /** Absent in publications. */
  id: z.string().optional(),
  msg: z.unknown().optional(),
  service: z.string().optional(),
  action: z.string().optional(),
  args: z.unknown().optional(),
});
export type RosPacket = z.infer<typeof packetSchema>;

/** Answers of the rosbridge server; a missing handler does not answer. */
export interface RosScript {
  service?: (packet: RosPacket, answer: (values: unknown, result?: boolean) => void) => void;
  goal?: (
    packet: RosPacket,
    goal: { feedback(values: unknown): void; result(values: unknown, status?: number, isOk?: boolean): void },
  ) => void;
  cancel?: (packet: RosPacket) => void;
}

/** Starts a rosbridge for tests: its protocol on a real socket, with scripted answers. */
export async function startRosbridgeServer() {
  const script: RosScript = {};
  const packets: RosPacket[] = [];
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) => socket.on('message', (data) => receive(socket, String(data))));
  await new Promise((resolve) => server.once('listening', resolve));

  function receive(socket: WebSocket, text: string): void {
    const packet = packetSchema.parse(JSON.parse(text));
    packets.push(packet);
    const { op, id, action, service } = packet;
    const send = (message: object) => socket.send(JSON.stringify(message));
    if (op === 'call_service') {
      script.service?.(packet, (values, result = true) =>
        send({ op: 'service_response', id, service, values, result }),
      );
    } else if (op === 'send_action_goal') {
      script.goal?.(packet, {
        feedback: (values) => send({ op: 'action_feedback', id, action, values }),
        result: (values, status = 4, isOk = true) =>
          send({ op: 'action_result', id, action, values, status, result: isOk }),
      });
    } else if (op === 'cancel_action_goal') script.cancel?.(packet);
  }

  return {
    script,
    packets,
    // Sound: a server that listens on a port has such an address.
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dropClients() {
      for (const client of server.clients) client.terminate();
    },
    close() {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}
