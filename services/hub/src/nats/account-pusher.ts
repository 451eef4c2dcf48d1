import { SerialQueue } from '@cellwright/domain/basics';
import { systemSubjects } from '@cellwright/fleet';
import type { Logger } from '@cellwright/service-kit';
import type { NatsConnection } from '@nats-io/transport-node';
import * as z from 'zod';
import type { StoredAccount } from '../domain/fleet-store.ts';
import type { BoxStore } from '../store/box-store.ts';

const timeoutMS = 3000;
const pushesAtOnce = 20;

const listReplySchema = z.object({ data: z.array(z.string()) });
const putReplySchema = z.object({ data: z.object({ code: z.number() }) });

export interface AccountPusherDeps {
  readonly store: Pick<BoxStore, 'listUnpushed' | 'markPushed' | 'markMissing'>;
  /** Connection to the system account; undefined while there is none. */
  readonly getConnection: () => NatsConnection | undefined;
  readonly log: Logger;
}

/** Sends the accounts of boxes to NATS. Accounts that could not be sent are sent at the next call. */
export class AccountPusher {
  readonly #deps: AccountPusherDeps;
  readonly #queue = new SerialQueue();

  constructor(deps: AccountPusherDeps) {
    this.#deps = deps;
  }

  /** Sends changed accounts. Resolves when NATS has them or cannot be reached. */
  push(): Promise<void> {
    return this.#enqueue((nats) => this.#pushChanged(nats));
  }

  /** Sends changed accounts and those that the server has lost, for example with its disk. */
  restore(): Promise<void> {
    return this.#enqueue(async (nats) => {
      const reply = await nats.request(systemSubjects.listAccounts, undefined, { timeout: timeoutMS });
      await this.#deps.store.markMissing(listReplySchema.parse(reply.json()).data);
      await this.#pushChanged(nats);
    });
  }

  #enqueue(act: (nats: NatsConnection) => Promise<void>): Promise<void> {
    return this.#queue.run(async () => {
      const nats = this.#deps.getConnection();
      if (!nats) return;
      await act(nats).catch((error: unknown) => {
        this.#deps.log.warn('accounts of boxes could not be put on NATS; it will be tried again', { error });
      });
    });
  }

  async #pushChanged(nats: NatsConnection): Promise<void> {
    const changed = await this.#deps.store.listUnpushed();
    for (let from = 0; from < changed.length; from += pushesAtOnce)
      await Promise.all(changed.slice(from, from + pushesAtOnce).map((row) => this.#pushOne(nats, row)));
  }

  async #pushOne(nats: NatsConnection, row: StoredAccount): Promise<void> {
    const reply = await nats.request(systemSubjects.putAccount, row.jwt, { timeout: timeoutMS });
    const { code } = putReplySchema.parse(reply.json()).data;
    if (code !== 200) throw new Error(`NATS refused the account ${row.account} with ${code}`);
    await this.#deps.store.markPushed(row);
  }
}
