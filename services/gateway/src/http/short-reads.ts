import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type AnyEntity, allEntities } from '@cellwright/entities';
import { areSpansKept, beginHttpExchange, type Metrics } from '@cellwright/service-kit';
import type { Authenticator } from '../domain/access-replica.ts';
import type { EntityAccess, ShownDocument } from '../domain/entity-access.ts';
import { apiHeaders } from './security-headers.ts';
import { shownSecretOf } from './shown-secret.ts';
import { subjectOf } from './subjects.ts';
import type { TokenLimits } from './token-limits.ts';

/** A longer answer is counted while its reader takes it, which the ordinary way does. */
const longestAnswer = 1024;
const prefix = '/api/v1/cell/';

export interface ShortReadDeps {
  readonly authenticator: Authenticator;
  readonly limits: TokenLimits;
  readonly access: EntityAccess;
  readonly metrics: Metrics;
}

/** A document as it is answered: the same bytes until it changes. */
interface Ready {
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body: string;
}

/**
 * The short way of the commonest request: one stored document, asked for by a token that was let in before, answered from
 * this gateway's replica, within one turn and past the framework. Whatever is not that plain goes the ordinary way, which
 * also says what is wrong: nothing is refused here, and the answers are the same.
 */
export class ShortReads {
  private deps: ShortReadDeps | undefined;
  private readonly entities = new Map<string, { readonly entity: AnyEntity; readonly operation: string }>();
  private readonly ready = new WeakMap<ShownDocument, Ready>();

  constructor() {
    for (const entity of allEntities) {
      if (entity.isReplicated) this.entities.set(entity.path, { entity, operation: `GET ${prefix}${entity.path}/:id` });
    }
  }

  /** From now on there is a short way. */
  open(deps: ShortReadDeps): void {
    this.deps = deps;
  }

  before(handle: RequestListener): RequestListener {
    return (request, response) => {
      if (request.method !== 'GET' || !this.deps || !this.answer(this.deps, request, response)) {
        handle(request, response);
      }
    };
  }

  private answer(deps: ShortReadDeps, request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', headers } = request;
    const asked = this.find(url);
    if (!asked) return false;
    const startedAt = performance.now();
    const document = this.read(deps, request, asked.entity, asked.id);
    if (!document || document.json.length > longestAnswer) return false;
    const exchange = areSpansKept() ? beginHttpExchange(deps.metrics, asked.operation, headers) : undefined;
    const { headers: head, body } = this.readyOf(document);
    response.writeHead(200, head).end(body);
    const seconds = (performance.now() - startedAt) / 1000;
    if (exchange) exchange.end(200, seconds);
    else deps.metrics.observeRequest('http', asked.operation, '2xx', seconds);
    return true;
  }

  /** What a plain address names; undefined for one with a query, an escape or a longer path. */
  private find(url: string) {
    if (!url.startsWith(prefix)) return undefined;
    const slash = url.indexOf('/', prefix.length);
    const found = this.entities.get(url.slice(prefix.length, slash));
    if (slash < 0 || !found || /[^\w.-]/.test(url.slice(slash + 1))) return undefined;
    return { ...found, id: url.slice(slash + 1) };
  }

  /** Undefined where somebody else has to answer, or to refuse. */
  private read(
    { authenticator, limits, access }: ShortReadDeps,
    request: IncomingMessage,
    entity: AnyEntity,
    id: string,
  ) {
    const { token, digest } = shownSecretOf(request);
    if (!limits.isGood(digest)) return undefined;
    try {
      // Not as from this machine: its key goes the ordinary way.
      const identity = authenticator.recognise(token, false, digest);
      authenticator.requireFresh(identity);
      const document = access.atHand(entity, id, subjectOf(identity));
      return document && limits.take(digest, identity.subjectID) ? document : undefined;
    } catch {
      return undefined;
    }
  }

  private readyOf(document: ShownDocument): Ready {
    const known = this.ready.get(document);
    if (known) return known;
    const { json, version } = document;
    const headers = {
      ...apiHeaders,
      etag: `"${version}"`,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(json.length),
    };
    const ready = { headers: Object.entries(headers).flat(), body: Buffer.from(json).toString() };
    this.ready.set(document, ready);
    return ready;
  }
}
