import type { Clock } from '@cellwright/domain/basics';
import type { Script, ScriptLanguage } from '@cellwright/steps/framework';
import type { ScriptHost, StartScriptHost } from './script-host.ts';
import type { FromScriptProcess } from './script-lines.ts';

/** Time limit for the start of a host, ms. A busy machine takes seconds. */
const startMS = 60_000;

export interface WarmHostOwner {
  onReady(): void;
  onMessage(message: Exclude<FromScriptProcess, 'ready'>): void;
  /** @param reason continues a sentence after a colon. */
  onLost(reason: string): void;
}

/** A host from its start to its end; its owner may change while it is idle. */
export class WarmHost {
  private readonly host: ScriptHost;
  private readonly cancelStart: () => void;
  private owner: WarmHostOwner | undefined;
  private ready = false;
  private lostReason: string | undefined;

  constructor(startHost: StartScriptHost, languages: readonly ScriptLanguage[], clock: Pick<Clock, 'schedule'>) {
    this.cancelStart = clock.schedule(startMS, () => this.lose('their interpreter does not start'));
    this.host = startHost(languages, {
      onMessage: (message) => this.take(message),
      onLost: (reason) => this.lose(reason),
    });
  }

  get isReady(): boolean {
    return this.ready && !this.isLost;
  }

  get isLost(): boolean {
    return this.lostReason !== undefined;
  }

  /** Reports to this owner from now on. */
  giveTo(owner: WarmHostOwner | undefined): void {
    this.owner = owner;
  }

  send(id: number, script: Script): void {
    this.host.send({ id, script });
  }

  /** Processor time that its process has used, ms; undefined where that is not known. */
  usedMS(): number | undefined {
    return this.host.usedMS?.();
  }

  /** Ends the process at once. Reports nothing more. */
  async end(): Promise<void> {
    this.owner = undefined;
    this.lostReason ??= 'it was ended';
    this.cancelStart();
    await this.host.end();
  }

  private take(message: FromScriptProcess): void {
    if (this.isLost) return;
    if (message !== 'ready') {
      this.owner?.onMessage(message);
      return;
    }
    this.ready = true;
    this.cancelStart();
    this.owner?.onReady();
  }

  private lose(reason: string): void {
    if (this.isLost) return;
    const { owner } = this;
    this.lostReason = reason;
    void this.end();
    owner?.onLost(reason);
  }
}
