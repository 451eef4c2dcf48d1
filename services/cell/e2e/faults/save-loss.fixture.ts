import * as z from 'zod';
import { waitUntil } from '../harness.ts';
import type { FaultCell } from './fault-cell.fixture.ts';
import { sketchFile } from './routines.fixture.ts';

const documentSchema = z.object({
  version: z.number(),
  name: z.string(),
  description: z.string(),
  steps: z.array(z.object({ id: z.string(), description: z.string() })),
});
const versionsSchema = z.object({ items: z.array(z.object({ version: z.number() })) });
const stepsPerRoutine = 40;

/** Returns a routine with the same number everywhere: a mixture of two saves would be detected. */
function markedRoutine(id: string, mark: number): string {
  const text = `mark ${mark}`;
  const { routine } = sketchFile(
    id,
    Array.from({ length: stepsPerRoutine }, (_, index) => ({ id: `step_${id}_${index}`, stepKind: 'Wait' })),
  );
  for (const step of routine.steps) step.description = text;
  for (const { args } of Object.values(routine.stepConfigurations)) args.milliseconds = mark + 1;
  return JSON.stringify({ ...routine, name: text, description: text });
}

/** Saves one routine repeatedly and records which saves were acknowledged. */
export class Saver {
  /** Newest version whose save was answered with success. */
  acknowledged = 0;
  /** When the newest success was answered, ms of performance.now. */
  lastSuccessAt = 0;
  readonly problems: string[] = [];
  private mark = 0;
  private isStopping = false;
  private running: Promise<void> | undefined;
  private readonly faults: FaultCell;
  private readonly id: string;

  constructor(faults: FaultCell, id: string) {
    this.faults = faults;
    this.id = id;
  }

  async begin(): Promise<void> {
    const { status, text } = await this.faults.call('POST', '/routines', markedRoutine(this.id, 0));
    if (status !== 200) throw new Error(text);
    this.acknowledged = 1;
    this.running = this.saveForever();
  }

  async end(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }

  private async saveForever(): Promise<void> {
    while (!this.isStopping) await this.saveOnce();
  }

  private async saveOnce(): Promise<void> {
    const { faults, id, acknowledged } = this;
    const body = markedRoutine(id, ++this.mark);
    const answer = await faults
      .call('PUT', `/routines/${id}`, body, { 'if-match': `"${acknowledged}"` })
      .catch(() => undefined);
    if (answer?.status === 200) {
      this.acknowledged += 1;
      this.lastSuccessAt = performance.now();
    } else if (answer?.status === 409) {
      // The previous save was committed and its response lost.
      this.acknowledged = (await this.read())?.version ?? acknowledged;
    } else if (answer && answer.status !== 503) this.problems.push(`${answer.status} ${answer.text.slice(0, 200)}`);
  }

  /** Reads the routine back and records its problems. */
  async check(): Promise<void> {
    const { acknowledged } = this;
    const found = await this.read();
    if (!found) return void this.problems.push('the routine cannot be read');
    const { version, ...routine } = found;
    const texts = new Set([routine.name, routine.description, ...routine.steps.map(({ description }) => description)]);
    if (texts.size !== 1) this.problems.push(`a mixture of saves: ${[...texts].join(', ')}`);
    if (routine.steps.length !== stepsPerRoutine) this.problems.push(`${routine.steps.length} steps`);
    if (version < acknowledged) this.problems.push(`version ${version} after ${acknowledged} was acknowledged`);
    const { text } = await this.faults.call('GET', `/routines/${this.id}/versions?limit=1000`);
    // Saving continues in the meantime: there may be more versions.
    const versions = versionsSchema.parse(JSON.parse(text)).items.map((item) => item.version);
    // Newest first, at most a thousand: none of those may be missing, in particular no acknowledged one.
    const missing = versions.findIndex((number, index) => number !== (versions[0] ?? 0) - index);
    if (missing >= 0) this.problems.push(`after version ${versions[missing - 1]} comes ${versions[missing]}`);
    if (versions.length < 1000 && versions.at(-1) !== 1) this.problems.push(`the oldest version is ${versions.at(-1)}`);
    if (!versions.includes(version)) this.problems.push(`version ${version} is missing; the newest is ${versions[0]}`);
  }

  private async read() {
    const { status, text } = await this.faults.call('GET', `/routines/${this.id}`);
    return status === 200 ? documentSchema.parse(JSON.parse(text)) : undefined;
  }
}

export interface SaveLoss {
  /** Time from the kill to the next acknowledged save of every writer, ms. */
  readonly recoveredAfterMS: number;
  readonly problems: readonly string[];
}

/** Kills Postgres while routines are being saved, and reads them back when it has returned. */
export async function killPostgresMidSave(
  faults: FaultCell,
  savers: readonly Saver[],
  afterMS: number,
): Promise<SaveLoss> {
  const began = performance.now();
  await waitUntil(() => savers.every(({ lastSuccessAt }) => lastSuccessAt > began), 30_000);
  await new Promise((resolve) => setTimeout(resolve, afterMS));
  const killedAt = performance.now();
  faults.signal('postgres', 'SIGKILL');
  await waitUntil(() => savers.every(({ lastSuccessAt }) => lastSuccessAt > killedAt + 20), 60_000);
  const recoveredAfterMS = performance.now() - killedAt;
  for (const saver of savers) await saver.check();
  return { recoveredAfterMS, problems: savers.flatMap(({ problems }) => problems.splice(0)) };
}
