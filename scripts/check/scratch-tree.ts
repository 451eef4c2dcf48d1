import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A checkout of HEAD in a temporary folder that shares the installed packages of this one, but not the project's own. */
export interface ScratchTree {
  readonly path: string;
  remove(): void;
}

/** Creates a scratch tree. Generated code must exist (npm run generate). */
export function makeScratchTree(root: string): ScratchTree {
  const folder = mkdtempSync(join(tmpdir(), 'cellwright-scratch-'));
  const path = join(folder, 'tree');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  git('worktree', 'add', '--quiet', '--detach', path, 'HEAD');
  linkPackages(root, path);
  symlinkSync(join(root, 'proto', 'gen'), join(path, 'proto', 'gen'));
  return {
    path,
    remove() {
      git('worktree', 'remove', '--force', path);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Links installed packages one by one, as the project's own must be those of the tree. */
function linkPackages(root: string, path: string): void {
  const from = join(root, 'node_modules');
  const to = join(path, 'node_modules');
  mkdirSync(join(to, '@cellwright'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== '@cellwright' && (name === '.bin' || !name.startsWith('.')))
      symlinkSync(join(from, name), join(to, name));
  }
  // npm links workspaces by relative paths, which are right in the tree, too.
  for (const name of readdirSync(join(from, '@cellwright'))) {
    const link = execFileSync('readlink', [join(from, '@cellwright', name)], { encoding: 'utf8' }).trim();
    symlinkSync(link, join(to, '@cellwright', name));
  }
  const folders = ['packages', 'services'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => join(parent, name)),
  );
  for (const workspace of [...folders, 'web', 'proto']) {
    const own = join(root, workspace, 'node_modules');
    if (existsSync(own) && existsSync(join(path, workspace))) symlinkSync(own, join(path, workspace, 'node_modules'));
  }
}
