/** For tests: corrupts frames that a driver writes over HTTP, with the tampering of registers. */
import type { Clock } from '@cellwright/domain/basics';
import { framesOverHttp, updatePath } from '../kinds/SchunkEGx/adi.ts';
import type { HttpOutcome, OpenHttp } from '../transport/http.ts';
import type { ModbusResult, OpenModbus } from '../transport/modbus.ts';

/** Passes every written frame through the tampering of register writes. */
export function tamperFrames(tamper: (open: OpenModbus) => OpenModbus, open: OpenHttp, clock: Clock): OpenHttp {
  return (target) => {
    const http = open(target);
    const tampered = tamper(() => framesOverHttp(http, clock))({ ...target, unitID: 0 });
    return {
      ask: async (question, options = {}) => {
        if (question.path !== updatePath) return http.ask(question, options);
        const sent = new URLSearchParams(question.body);
        const words = (sent.get('value') ?? '').match(/.{4}/g) ?? [];
        const registers = words.map((word) => Number.parseInt(word, 16));
        const { signal, urgent = false } = options;
        const asked = { urgent, ...(signal ? { signal } : {}) };
        return answerOf(await tampered.writeRegisters(Number(sent.get('inst')), registers, asked));
      },
      close: () => http.close(),
    };
  };
}

function answerOf(result: ModbusResult): HttpOutcome {
  if (result.ok) return { ok: true, value: { status: 200, body: '{"result":0}' } };
  const { kind, wasSent, message } = result.failure;
  if (kind === 'busy') return { ok: true, value: { status: 503, body: message } };
  if (kind === 'refused') return { ok: true, value: { status: 500, body: message } };
  return { ok: false, failure: { kind, wasSent, message } };
}
