import { posix } from 'node:path';
import type { SimulatedFileChange, SimulatedFiles } from '../../capabilities/files.ts';
import {
  answerModeOf,
  type EquipmentSim,
  noFaults,
  type SimContext,
  type SimDefinition,
  type SimFaults,
} from '../../framework/sim.ts';
import { FilesInMemory, type FileTree } from '../../transport/ftp-files.ts';
import { createFtpServer } from '../../transport/ftp-server.ts';
import type { LoopbackServer } from '../../transport/loopback-server.ts';
import { type FTPServerConfig, ftpServerContract } from './contract.ts';

/** Number of clients that a machine control serves at once; transfers do not count. */
const maxConnections = 5;
const maxCommands = 1000;

export const ftpServerSim: SimDefinition<typeof ftpServerContract> = {
  contract: ftpServerContract,
  create: (config, context) => new FTPServerSim(config, context),
};

/** A file server in memory, initially with an empty folder, with the one user of its configuration. */
class FTPServerSim implements EquipmentSim<'files'> {
  readonly faults: SimFaults = { ...noFaults };
  readonly simulated: { readonly files: SimulatedFiles };
  readonly files: FileTree;
  readonly #server: LoopbackServer;

  constructor({ user, password, folder }: FTPServerConfig, { clock }: SimContext) {
    const commands: SimulatedFileChange[] = [];
    const memory = new FilesInMemory(folder, () => clock.wallNow());
    const wholePath = (path: string) => posix.join(folder, path);
    this.simulated = {
      files: {
        put: (path, bytes) => void memory.write(wholePath(path), Buffer.from(bytes)),
        get: (path) => memory.read(wholePath(path)),
        commands,
      },
    };
    this.files = recorded(memory, commands);
    this.#server = createFtpServer({
      files: this.files,
      user,
      password,
      behaviour: {
        answerMode: (isWrite) => answerModeOf(this.faults, isWrite),
      },
      isJammed: () => this.faults.jammed,
      clock,
      maxConnections,
    });
  }

  start(port: number): Promise<number> {
    return this.#server.listen(port);
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  dropConnections(): void {
    this.#server.dropConnections();
  }
}

/** Returns the same files, with a record of client changes. */
function recorded(memory: FileTree, commands: SimulatedFileChange[]): FileTree {
  const record = (change: SimulatedFileChange) => {
    commands.push(change);
    if (commands.length > maxCommands) commands.shift();
  };
  return {
    resolve: (folder, path) => memory.resolve(folder, path),
    isFolder: (path) => memory.isFolder(path),
    list: (folder) => memory.list(folder),
    read: (path) => memory.read(path),
    mayWrite: (path) => memory.mayWrite(path),
    write(path, bytes) {
      const isDone = memory.write(path, bytes);
      if (isDone) record({ kind: 'stored', path, sizeBytes: bytes.length });
      return isDone;
    },
    delete(path) {
      const sizeBytes = memory.read(path)?.length ?? 0;
      const isDone = memory.delete(path);
      if (isDone) record({ kind: 'deleted', path, sizeBytes });
      return isDone;
    },
  };
}
