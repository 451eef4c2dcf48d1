// A user of the gateway's Service: creates the first user with the link, signs in, stores a routine and loads it.
import { readFileSync } from 'node:fs';
import { connectRunner, createHttp } from '@cellwright/client';
import { importRoutineFile } from '@cellwright/client/imports';
import WebSocket from 'ws';
import * as z from 'zod';
import { beNewcomer } from '../containers/newcomer.ts';
import type { KubernetesObject } from '../deploy/kubernetes-object.ts';
import type { Kubectl } from './kubectl.ts';

interface PersonOptions {
  readonly kubectl: Kubectl;
  readonly namespace: string;
  /** Address of the gateway for this process. */
  readonly url: string;
}

export interface Person {
  readonly token: string;
  readonly routineID: string;
}

const routineFile = 'examples/routines/signal-tower.json';
const commandLine = 'command-line';

const testPodSchema = z.looseObject({ containers: z.tuple([z.looseObject({})]) });

/** A pod with the command line of the cell and the rights of the chart's test, which waits for commands. */
export function commandLinePod(objects: readonly KubernetesObject[]): object {
  const test = objects.find(({ kind }) => kind === 'Pod');
  if (!test) throw new Error('the chart has no test');
  const { containers, ...spec } = testPodSchema.parse(test.spec);
  const container = { ...containers[0], command: ['node'], args: ['-e', 'setInterval(() => {}, 1e6)'] };
  return {
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: commandLine, labels: test.metadata.labels } },
    spec: { ...spec, containers: [container], activeDeadlineSeconds: 7200, terminationGracePeriodSeconds: 0 },
  };
}

/** Does it, and returns the token of a program and the routine. */
export async function bePerson({ kubectl, namespace, url }: PersonOptions): Promise<Person> {
  const cli = (args: readonly string[]) =>
    kubectl.run(['-n', namespace, 'exec', commandLine, '--', 'node', ...args], { withinMS: 60_000 });
  const { token } = await beNewcomer({ url, cli });
  const http = createHttp({ url, token });
  const { routineID, version } = await importRoutineFile(http, readFileSync(routineFile, 'utf8'));
  await load(url, token, routineID, version);
  return { token, routineID };
}

async function load(url: string, token: string, routineID: string, version: number): Promise<void> {
  const openSocket = (address: string) => new WebSocket(address);
  const runner = connectRunner({ url, robotKind: 'simulated', token, openSocket });
  try {
    await runner.waitFor(() => true);
    await runner.send('loadRoutine', { routineID, version });
  } finally {
    runner.close();
  }
}

/**
 * Returns true if the routine is stored and the token is still valid. @throws Error when the gateway does not respond.
 */
export async function findsRoutine(url: string, { token, routineID }: Person): Promise<boolean> {
  // A kept-alive connection would lead to a pod that no longer exists.
  const headers = { authorization: `Bearer ${token}`, connection: 'close' };
  const answer = await fetch(`${url}/api/v1/cell/routines/${routineID}`, {
    headers,
    signal: AbortSignal.timeout(5000),
  });
  const text = await answer.text();
  return answer.ok && text.includes(routineID);
}
