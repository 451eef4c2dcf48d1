import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';

const readRules = createRequire(import.meta.url)('./walls.config.cjs') as (root: string) => IForbiddenRuleType[];

export interface Breach {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

/** No file changes during a check: each is looked up once. */
const longerThanCruiseMS = 3_600_000;

/**
 * Returns imports that break a wall, below `root` ('' for the project, or a fixture's folder with a slash at its end).
 */
export async function findBrokenWalls(root: string): Promise<Breach[]> {
  const folders = ['packages', 'services', 'web', 'proto/gen']
    .map((folder) => `${root}${folder}`)
    .filter((folder) => existsSync(folder));
  const { output } = await cruise(folders, {
    ruleSet: { forbidden: readRules(root) },
    validate: true,
    // Type imports couple files like any others.
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: ['node_modules'] },
    exclude: { path: ['^((packages|services)/[^/]+|web)/dist/', ...(root === '' ? ['scripts/check/fixtures'] : [])] },
    // Without tsconfig.json: its plugin looks for aliases of paths at every import, and there are none.
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      cachedInputFileSystem: { cacheDuration: longerThanCruiseMS },
    },
  });
  if (typeof output === 'string') throw new Error(output);
  return breachesOf(output);
}

function breachesOf({ summary }: ICruiseResult): Breach[] {
  return summary.violations.map(({ rule, from, to, cycle }) => ({
    rule: rule.name,
    from,
    to: cycle ? cycle.map(({ name }) => name).join(' → ') : to,
  }));
}
