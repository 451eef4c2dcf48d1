import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import { endWithThisProcess } from '@cellwright/testkit';
import * as z from 'zod';

const answerSchema = z.object({
  solved: z.boolean(),
  planMs: z.number(),
  simplifyMs: z.number().optional(),
  checks: z.number(),
  length: z.number().optional(),
  simplifiedLength: z.number().optional(),
  valid: z.boolean().optional(),
  simplifiedValid: z.boolean().optional(),
});

export type PeerAnswer = z.infer<typeof answerSchema>;
export type PeerChecker = 'analytic' | 'fcl';

/** The OMPL program of peers/, kept open: one line in, one line out. */
export class OmplPeer {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly lines: Interface;
  private readonly answers: AsyncIterator<string>;

  constructor(program: string, robot: string, problems: readonly string[]) {
    this.child = endWithThisProcess(spawn(program, [robot, ...problems]));
    this.lines = createInterface({ input: this.child.stdout });
    this.answers = this.lines[Symbol.asyncIterator]();
  }

  /** Plans problem number `problem` over all files; `budget` in seconds. */
  async solve(checker: PeerChecker, problem: number, budget: number, simplifies: boolean): Promise<PeerAnswer> {
    this.child.stdin.write(`${checker} ${problem} ${budget} ${simplifies ? 1 : 0}\n`);
    const { value, done } = await this.answers.next();
    if (done) throw new Error('the OMPL peer ended early');
    return answerSchema.parse(JSON.parse(value));
  }

  close(): void {
    this.child.stdin.end();
    this.lines.close();
  }
}
