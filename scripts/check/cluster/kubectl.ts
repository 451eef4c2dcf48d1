// kubectl and Helm on the cluster of the check.
import { CommandError, type CommandOptions } from '../containers/commands.ts';
import { findHelm } from '../deploy/helm.ts';
import type { Launcher } from './launcher.ts';

/** Objects as kubectl reads them: JSON, one after the other. */
export const toStream = (objects: readonly object[]) => objects.map((object) => JSON.stringify(object)).join('\n');

export class Kubectl {
  private readonly launcher: Launcher;
  private readonly kubeconfig: string;
  private readonly folder: string;

  /** `folder` is a home directory without settings of the user. */
  constructor(launcher: Launcher, { kubeconfig, folder }: { kubeconfig: string; folder: string }) {
    this.launcher = launcher;
    this.kubeconfig = kubeconfig;
    this.folder = folder;
  }

  /** Variables with which programs reach this cluster and no other. */
  get env(): NodeJS.ProcessEnv {
    return { KUBECONFIG: this.kubeconfig, HOME: this.folder, HELM: findHelm(), KUBECTL: 'kubectl' };
  }

  /** Runs kubectl. @throws CommandError */
  run(args: readonly string[], options: CommandOptions = {}): Promise<string> {
    return this.execute('kubectl', args, options);
  }

  /** Applies objects. @throws CommandError */
  async apply(objects: readonly object[]): Promise<void> {
    await this.run(['apply', '--server-side', '-f', '-'], { input: toStream(objects) });
  }

  /** Runs Helm. @throws CommandError */
  helm(args: readonly string[], options: CommandOptions = {}): Promise<string> {
    return this.execute(findHelm(), args, options);
  }

  /** Runs a script of the repository with this cluster's kubectl and Helm. @throws CommandError */
  script(path: string, args: readonly string[], options: CommandOptions = {}): Promise<string> {
    return this.execute(path, args, options);
  }

  private async execute(command: string, args: readonly string[], options: CommandOptions): Promise<string> {
    const env = { ...this.env, ...options.env };
    return await this.launcher.run(command, args, { ...options, env }).catch((error: unknown) => {
      if (error instanceof CommandError) error.message = `${error.message}\n${error.output.slice(-4000)}`;
      throw error;
    });
  }
}
