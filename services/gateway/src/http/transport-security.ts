import { networkSettingsSchema } from '@cellwright/domain/cell';
import type { FastifyInstance } from 'fastify';
import type { AnsweredDocument } from '../domain/entity-door.ts';
import { isSecure } from './session-cookie.ts';

const yearSeconds = 365 * 24 * 3600;

/** Adds Strict-Transport-Security to responses over TLS, by the network settings. */
export class TransportSecurity {
  private read: () => AnsweredDocument | undefined = () => undefined;
  /** Settings that were read last, and the resulting header. */
  private last: { readonly document: AnsweredDocument; readonly value: string | undefined } | undefined;

  /** Reads the settings from this source from now on. */
  follow(read: () => AnsweredDocument | undefined): void {
    this.read = read;
  }

  addTo(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      const value = isSecure(request) ? this.value() : undefined;
      if (value !== undefined) void reply.header('strict-transport-security', value);
      done();
    });
  }

  private value(): string | undefined {
    const document = this.read();
    if (!document) return undefined;
    if (this.last?.document !== document) this.last = { document, value: strictTransportSecurityFor(document) };
    return this.last.value;
  }
}

/**
 * Undefined until the settings were changed for the first time; from then on browsers must also learn that it is off.
 */
function strictTransportSecurityFor({ json, version }: AnsweredDocument): string | undefined {
  const settings = networkSettingsSchema.safeParse(JSON.parse(Buffer.from(json).toString('utf8')));
  if (settings.data?.strictTransportSecurity) return `max-age=${yearSeconds}`;
  return version > 1 ? 'max-age=0' : undefined;
}
