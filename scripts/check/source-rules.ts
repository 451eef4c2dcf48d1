import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { globSync } from 'tinyglobby';
import { findPrivateResults } from './private-results.ts';

const maxFileLines = 400;
/** Maximum lines of a driver: a register table and its specifics; for a gripper over Modbus, only the table. */
const maxDriverLines = 200;
const maxModbusGripperLines = 120;

export interface SourceBreach {
  readonly rule: string;
  readonly file: string;
  readonly detail: string;
}

const generated = ['**/node_modules/**', '**/dist/**', '**/gen/**', 'scripts/check/fixtures/**'];

/** Finds breaches of rules about a file's text. `root` is the folder with packages/, services/ and scripts/. */
export function findBrokenSourceRules(root: string): SourceBreach[] {
  const ignore = root === '.' ? generated : generated.slice(0, -1);
  const files = globSync(['{packages,services,web,scripts,proto}/**/*.{ts,tsx,mts,mjs,cjs,js,proto}', '*.ts'], {
    cwd: root,
    ignore,
  });
  return files.flatMap((file) => {
    const text = readFileSync(`${root}/${file}`, 'utf8');
    return [
      ...findLongFile(file, text),
      ...findAmbientTime(file, text),
      ...findSkippedTests(file, text),
      ...findSideDoors(file, text),
      ...findUnprovenClients(file, text),
      ...findLastingSignals(file, text),
      ...findOwnTimeFormats(file, text),
      ...findPartsWithoutRetry(file, text),
      ...findPrivateResults(file, text),
    ];
  });
}

function findLongFile(file: string, text: string): SourceBreach[] {
  const [rule, maximum] = lengthRuleOf(file, text);
  const lines = text.split('\n').length - 1;
  const hasReason = /^\s*(\/\/|\/\*\*?)[^\n]*\blong because\b/i.test(text);
  if (lines <= maximum || hasReason) return [];
  const detail = `${lines} lines, more than ${maximum}: split it by concern, or give the reason in its first comment ('Long because …')`;
  return [{ rule, file, detail }];
}

function lengthRuleOf(file: string, text: string): readonly [rule: string, maximum: number] {
  if (!/^packages\/equipment\/src\/(kinds|framework)\/[^/]+\/driver\.ts$/.test(file))
    return ['short-files', maxFileLines];
  const isTable = file.includes('/kinds/') && text.includes('new ModbusGripperDriver(');
  return ['short-drivers', isTable ? maxModbusGripperLines : maxDriverLines];
}

/** Finds uses of ambient time: steps and devices use the given clock, so that tests can control it. */
function findAmbientTime(file: string, text: string): SourceBreach[] {
  if (!/^packages\/(steps|equipment)\/src\//.test(file) || /\.(test|contract|fixture)\.ts$/.test(file)) return [];
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  return ['Date.now', 'setTimeout', 'setInterval', 'process.env', 'performance.now']
    .filter((name) => new RegExp(`(?<![\\w.])${name.replace('.', '\\.')}\\b`).test(code))
    .map((name) => ({ rule: 'no-ambient-time', file, detail: `uses ${name}; take a clock or a setting instead` }));
}

/** Finds skipped and focused tests: a skipped test is missing; a focused one hides the others. */
function findSkippedTests(file: string, text: string): SourceBreach[] {
  if (!/\.(test|contract|spec)\.tsx?$/.test(file)) return [];
  const found = /\b(?:describe|it|test)\.(?:skip|only|todo|fails|skipIf|runIf)\b/.exec(text);
  return found ? [{ rule: 'no-skipped-tests', file, detail: `has ${found[0]}` }] : [];
}

/**
 * Finds unproven clients: one created by `connectPeer` proves its caller, and only has the methods granted by the table
 * of calls.
 */
function findUnprovenClients(file: string, text: string): SourceBreach[] {
  if (!/^services\/[^/]+\/src\//.test(file) || /\.(test|contract|fixture)\.ts$/.test(file)) return [];
  if (!text.includes('createGrpcClient(')) return [];
  return [{ rule: 'calls-prove-their-caller', file, detail: 'uses createGrpcClient; use connectPeer' }];
}

/**
 * Finds signals that last: one made by `AbortSignal.any` stays registered at a signal that lives as long as its service,
 * so that memory grows with each call.
 */
function findLastingSignals(file: string, text: string): SourceBreach[] {
  if (!/^(?:packages|services|web)\/(?:[^/]+\/)?src\//.test(file) || /\.(test|contract|fixture)\.tsx?$/.test(file))
    return [];
  if (!text.includes('AbortSignal.any(')) return [];
  return [{ rule: 'no-lasting-signals', file, detail: 'uses AbortSignal.any; use withEither' }];
}

/** Finds times that a screen formats itself: `format-time.ts` formats all of them alike. */
function findOwnTimeFormats(file: string, text: string): SourceBreach[] {
  if (!file.startsWith('web/src/') || file === 'web/src/ui/format-time.ts' || /\.test\.tsx?$/.test(file)) return [];
  return ['toLocaleTimeString', 'toLocaleDateString', 'toLocaleString', 'DateTimeFormat']
    .filter((name) => text.includes(`.${name}(`))
    .map((name) => ({ rule: 'times-in-one-format', file, detail: `uses ${name}; use ui/format-time.ts` }));
}

/** Finds parts of screens that are loaded once: `lazyScreen` retries, also while the cell restarts. */
function findPartsWithoutRetry(file: string, text: string): SourceBreach[] {
  if (!file.startsWith('web/src/') || !/\blazy\(\(\) => import\(/.test(text)) return [];
  return [{ rule: 'parts-load-with-retries', file, detail: 'uses lazy(() => import(…)); use lazyScreen' }];
}

/** Folders of tests of the whole product: those of the browser start a cell like the others. */
const productTests = 'services/cell/e2e/';

/** Finds relative imports of other packages: another package is imported by its name, through its exports. */
function findSideDoors(file: string, text: string): SourceBreach[] {
  const home = /^(?:(?:packages|services)\/[^/]+|proto|web|scripts)\//.exec(file)?.[0];
  if (!home || home === 'scripts/') return [];
  return [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]*)['"]/g)]
    .map(([, specifier = '']) => posix.join(posix.dirname(file), specifier))
    .filter((target) => !target.startsWith(home))
    .filter((target) => !(file.startsWith('web/e2e/') && target.startsWith(productTests)))
    .map((target) => ({
      rule: 'packages-through-exports',
      file,
      detail: `imports ${target} by path; use the package's name`,
    }));
}
