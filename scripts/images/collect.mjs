// Collects the run-time files of one service in a folder, its image's /app: its bundle, the packages that the bundle
// loads and their dependencies, migrations, and the web app for the gateway. Build first (npm run build).
//   node scripts/images/collect.mjs SERVICE FOLDER
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** The image of `cell` has the command line only: the shapes of services/cell start programs that an image lacks. */
const entriesOf = { cell: ['routine', 'setup', 'token', 'audit', 'example'] };
/** Useless for a running program. */
const unwanted = /(\.map|\.d\.[cm]?ts|\.[cm]?ts|\.tsx|\.md|\.markdown)$|\/(test|tests|__tests__|docs|\.github)$/;

/** @returns {{ files: Set<string>, packages: Set<string> }} chunks that the entries reach, and packages that these load */
function readBundle(dist, entries) {
  const files = new Set();
  const packages = new Set();
  const visit = (file) => {
    if (files.has(file)) return;
    files.add(file);
    for (const name of importsOf(readFileSync(join(dist, file), 'utf8'))) {
      if (name.startsWith('.')) visit(name.replace(/^\.\//, ''));
      else if (!isBuiltin(name)) packages.add(packageOf(name));
    }
  };
  for (const entry of entries) visit(`${entry}.js`);
  return { files, packages };
}

/** Returns the imports of a bundled module, static and dynamic, and packages whose folder it looks for. */
function importsOf(source) {
  const patterns = [
    /^(?:import|export)\b[^'"`;]*?["']([^"'\n]+)["'];?$/gm,
    /\bimport\(\s*["']([^"'\n]+)["']\s*\)/g,
    /\.resolve\(\s*["']([^"'\n]+\/package\.json)["']\s*\)/g,
  ];
  return patterns.flatMap((pattern) => [...source.matchAll(pattern)].map(([, name]) => name));
}

function packageOf(name) {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}

/**
 * Returns the folders of the packages and their dependencies, relative to the root. A package for another system is
 * missing.
 */
function closeOver(names) {
  const folders = new Set();
  const visit = (name, from, isOptional) => {
    const folder = findPackage(name, from);
    if (folder === undefined) {
      if (isOptional) return;
      throw new Error(`${name}, needed by ${from || 'the bundle'}, is not installed`);
    }
    if (folders.has(folder)) return;
    folders.add(folder);
    const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const optional = { ...manifest.optionalDependencies, ...optionalPeers(manifest) };
    const needed = { ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies };
    for (const each of Object.keys(needed)) visit(each, folder, each in optional);
  };
  for (const name of names) visit(name, '', false);
  return folders;
}

function optionalPeers({ peerDependenciesMeta = {} }) {
  return Object.fromEntries(Object.entries(peerDependenciesMeta).filter(([, meta]) => meta.optional));
}

/** Resolves like Node.js: in the folder's own node_modules, then in those above. */
function findPackage(name, from) {
  for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(root, folder, 'package.json'))) return folder;
    if (at === '') return undefined;
  }
}

/** @returns {{ packages: string[], missing: string[] }} */
export function collect(service, target) {
  const home = join('services', service);
  const dist = join(root, home, 'dist');
  if (!existsSync(dist)) throw new Error(`${home} is not built, or there is no such service`);
  const manifest = JSON.parse(readFileSync(join(root, home, 'package.json'), 'utf8'));
  const { files, packages } = readBundle(dist, entriesOf[service] ?? Object.keys(manifest.entries ?? { main: '' }));
  const copy = (path, options) => cpSync(join(root, path), join(target, path), { recursive: true, ...options });
  for (const file of files) copy(join(home, 'dist', file));
  // Sources of a stack trace are in the repository; this manifest makes the bundle a module.
  mkdirSync(join(target, home), { recursive: true });
  writeFileSync(join(target, home, 'package.json'), `${JSON.stringify({ name: manifest.name, type: 'module' })}\n`);
  if (existsSync(join(root, home, 'prisma'))) copy(join(home, 'prisma'));
  if (service === 'gateway') copy('web/dist', { filter: (path) => !path.endsWith('/.vite') });
  if (service === 'cell' || service === 'gateway') copy('examples');
  cpSync(join(root, 'deploy/images/health.mjs'), join(target, 'health.mjs'));
  const folders = [...closeOver(packages)].sort();
  for (const folder of folders) {
    // Packages in a package's own node_modules are copied when needed.
    const isOwn = (path) => !path.slice(join(root, folder).length).includes('/node_modules');
    copy(folder, { filter: (path) => isOwn(path) && !unwanted.test(path), dereference: true });
  }
  return { packages: folders, files: readdirSync(join(target, home, 'dist')).length };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [service, target] = process.argv.slice(2);
  if (!service || !target) throw new Error('Say what and where to: collect.mjs SERVICE FOLDER');
  const { packages, files } = collect(service, target);
  process.stdout.write(`${service}: ${files} files of the bundle, ${packages.length} packages\n`);
}
