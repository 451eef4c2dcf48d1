import type { Socket } from 'node:net';
import type { Clock } from '@cellwright/domain/basics';
import { LineSplitter } from './line-splitter.ts';
import { type LineBank, lineEnd } from './lines.ts';
import { createLoopbackServer, type LoopbackServer, type ServerBehaviour, sendTo } from './loopback-server.ts';

export interface LineServerOptions {
  readonly bank: LineBank;
  /** 'refuse' is the response of the bank: this server has no error of its own. */
  readonly behaviour: ServerBehaviour;
  readonly clock: Clock;
  readonly maxConnections: number;
  /** All that is sent for an answer, its end included. */
  readonly frame?: (answer: string) => string;
  /** True if the first question on a connection is sent back instead of being answered. */
  readonly echoesFirst?: () => boolean;
}

const longestLine = 1024;

/**
 * Server side of lines over TCP for simulators, on loopback only. Responses go to all connected clients, as with
 * machine controls. A peer that sends no lines is disconnected.
 */
export function createLineServer(options: LineServerOptions): LoopbackServer {
  return createLoopbackServer(options.maxConnections, (socket, connected) => serve(socket, connected, options));
}

function serve(socket: Socket, listeners: ReadonlySet<Socket>, options: LineServerOptions): void {
  const { bank, behaviour, clock, frame = (answer) => answer + lineEnd, echoesFirst = () => false } = options;
  let isFirst = true;
  const lines = new LineSplitter(longestLine);
  const tell = (answer: string) => {
    for (const each of listeners) sendTo(each, Buffer.from(frame(answer), 'latin1'));
  };
  socket.on('data', (data) => {
    const questions = lines.push(data.toString('latin1'));
    if (!questions) {
      socket.destroy();
      return;
    }
    for (const question of questions) {
      const isEchoed = isFirst && echoesFirst();
      isFirst = false;
      if (isEchoed) {
        tell(question);
        continue;
      }
      const { kind, delayMS } = behaviour.answerMode(bank.isCommand(question));
      const answer = bank.answer(question);
      if (kind === 'hangUp') socket.destroy();
      if (kind === 'silent' || kind === 'hangUp' || answer === undefined) continue;
      if (delayMS > 0) clock.schedule(delayMS, () => tell(answer));
      else tell(answer);
    }
  });
}
