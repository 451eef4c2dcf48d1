// The walls of the house, as rules for dependency-cruiser. Each is proved by a fixture in scripts/check/fixtures.
// `root` prefixes the folders, so that the same rules hold for the project and for the fixtures.

/** @param {string} root '' for the project, or 'scripts/check/fixtures/<name>/' */
module.exports = (root) => {
  const at = (pattern) => `^${root}${pattern}`;
  const service = at('services/([^/]+)/');
  const test = '\\.(test|contract|fixture)\\.tsx?$';
  return [
    {
      name: 'services-do-not-import-each-other',
      comment:
        'Services meet over gRPC and the bus. Only services/cell composes them, by their build; a dry run has their simulations.',
      severity: 'error',
      from: { path: service, pathNot: [at('services/cell/'), at('services/dry-run/')] },
      to: { path: at('services/'), pathNot: at('services/$1/') },
    },
    {
      name: 'cell-imports-builds-only',
      comment:
        "services/cell may import another service's app.ts (its build), config.ts (its settings), migrations.ts and its worker entries, nothing deeper.",
      severity: 'error',
      from: { path: at('services/cell/') },
      to: {
        path: at('services/'),
        pathNot: [at('services/cell/'), at('services/[^/]+/src/(app|config|migrations)\\.ts$')],
      },
    },
    {
      name: 'dry-runs-import-simulations-only',
      comment:
        "A dry run plays a routine in one process: it may import another service's simulation.ts, nothing deeper.",
      severity: 'error',
      from: { path: at('services/dry-run/') },
      to: {
        path: at('services/'),
        pathNot: [at('services/dry-run/'), at('services/[^/]+/src/simulation\\.ts$')],
      },
    },
    {
      name: 'web-does-not-import-services',
      comment:
        'The browser talks to the gateway. Tests of the whole product start a cell as the other product tests do.',
      severity: 'error',
      from: { path: at('web/'), pathNot: at('web/e2e/') },
      to: { path: at('services/') },
    },
    {
      name: 'screens-do-not-import-each-other',
      comment: 'Code that two screens share belongs in parts, connected, forms, kinds or api.',
      severity: 'error',
      from: { path: at('web/src/features/([^/]+)/') },
      to: { path: at('web/src/(features/[^/]+|app)/'), pathNot: at('web/src/features/$1/') },
    },
    {
      name: 'kit-knows-no-product',
      comment: 'The kit (buttons, fields, dialogs, layout) imports libraries and itself only.',
      severity: 'error',
      from: { path: at('web/src/ui/'), pathNot: test },
      to: { path: at('(packages|proto|services|web/src)/'), pathNot: at('web/src/ui/') },
    },
    {
      name: 'parts-know-no-screen',
      comment:
        'Product parts and forms are below the screens: they import neither them, nor single kinds, nor the cell.',
      severity: 'error',
      from: { path: at('web/src/(parts|forms)/') },
      to: { path: at('web/src/(app|features|kinds|api)/') },
    },
    {
      name: 'connected-parts-know-no-screen',
      comment: 'Parts that read and command the cell by themselves are shared by screens, and import none of them.',
      severity: 'error',
      from: { path: at('web/src/connected/') },
      to: { path: at('web/src/(app|features)/') },
    },
    {
      name: 'kinds-know-no-screen',
      comment: 'The UI of a kind is found by the screens that show it, and imports none of them.',
      severity: 'error',
      from: { path: at('web/src/kinds/') },
      to: { path: at('web/src/(app|features)/') },
    },
    {
      name: 'packages-do-not-import-services-or-web',
      comment: 'Packages are shared: they know nobody above them.',
      severity: 'error',
      from: { path: at('(packages|proto)/') },
      to: { path: at('(services|web)/') },
    },
    {
      name: 'contracts-are-pure',
      comment:
        'contract.ts and contract-*.ts import zod, geometry, domain, capabilities and its framework only: the web loads it.',
      severity: 'error',
      from: { path: at('packages/(steps|equipment)/src/kinds/[^/]+/contract[^/]*\\.ts$'), pathNot: test },
      to: {
        pathNot: [
          at('packages/(geometry|domain)/'),
          at('packages/$1/src/(framework|capabilities)/'),
          at('packages/equipment/src/capabilities/'),
          at('packages/$1/src/kinds/[^/]+/(contract|shape)[^/]*\\.ts$'),
          'node_modules/zod',
          '^zod$',
        ],
      },
    },
    {
      name: 'behaviour-knows-ports-only',
      comment: 'run.ts and driver.ts: own contract and ports; no database, NATS, gRPC, React.',
      severity: 'error',
      from: { path: at('packages/(steps|equipment)/src/kinds/[^/]+/(run|driver)\\.ts$') },
      to: {
        path: [
          'kysely',
          '@nats-io',
          '@grpc',
          'node_modules/react',
          '^react',
          at('proto/'),
          at('packages/service-kit/'),
        ],
      },
    },
    {
      name: 'kinds-do-not-import-behaviour',
      comment: 'The UI of a kind: its contract, React, ui, parts, forms and api; never run.ts, driver.ts or sim.ts.',
      severity: 'error',
      from: { path: at('web/src/kinds/') },
      to: { path: at('packages/(steps|equipment)/src/kinds/[^/]+/(run|driver|sim)\\.ts$') },
    },
    {
      name: 'domain-is-inside',
      comment: 'domain/ imports nothing from rpc, events, store.',
      severity: 'error',
      from: { path: at('services/([^/]+)/src/domain/'), pathNot: test },
      to: { path: at('services/$1/src/(rpc|events|store)/') },
    },
    {
      name: 'session-is-the-top-floor',
      comment: 'The robot session starts its parts from a list; no part imports the session.',
      severity: 'error',
      from: {
        path: at('services/routine-runner/src/domain/'),
        pathNot: [test, at('services/routine-runner/src/domain/(session|testing)/')],
      },
      to: { path: at('services/routine-runner/src/domain/session/') },
    },
    {
      name: 'core-knows-no-part',
      comment: 'What the parts of the robot session share (arm/, core/, state/, journal/…) is below all of them.',
      severity: 'error',
      from: { path: at('services/routine-runner/src/domain/(arm|core|state|journal|facts|replay)/'), pathNot: test },
      to: { path: at('services/routine-runner/src/domain/(run|resume|hand)/') },
    },
    {
      name: 'runs-are-below-hand-and-resume',
      comment: 'Motion by hand borrows the arm from a run, and a resumption starts one: a run knows neither.',
      severity: 'error',
      from: { path: at('services/routine-runner/src/domain/run/'), pathNot: test },
      to: { path: at('services/routine-runner/src/domain/(resume|hand)/') },
    },
    {
      name: 'sandbox-knows-no-code',
      comment: 'Expressions and code blocks share the sandbox of the service kit, and neither imports the other.',
      severity: 'error',
      from: { path: at('services/routine-runner/src/(scripts|code-blocks)/') },
      to: {
        path: at('services/routine-runner/src/(scripts|code-blocks)/'),
        pathNot: at('services/routine-runner/src/$1/'),
      },
    },
    {
      name: 'queries-only-in-store',
      comment: 'The database client is touched in store/ only.',
      severity: 'error',
      from: {
        path: at('(services|packages|web)/'),
        pathNot: [at('services/[^/]+/src/store/'), at('packages/service-kit/src/(postgres|entities)/')],
      },
      to: { path: ['^kysely', 'node_modules/kysely/'] },
    },
    {
      name: 'proto-only-at-the-edge',
      comment: 'Generated messages stay in rpc/, events/ and web/src/api (and in the link to the controllers).',
      severity: 'error',
      from: {
        path: at('(services|packages|web)/'),
        pathNot: [
          at('services/[^/]+/src/(rpc|events)/'),
          at('web/src/api/'),
          at('packages/controller-link/'),
          at('packages/(service-kit|testkit|topology)/'),
          test,
        ],
      },
      to: { path: at('proto/') },
    },
    {
      name: 'product-imports-no-fixtures',
      comment:
        'Fixtures accept callers without a proof, and do what else tests need: only tests and fixtures import them.',
      severity: 'error',
      from: { path: at('(services|packages|web)/'), pathNot: [test, '/(e2e|bench)/'] },
      to: { path: '\\.fixture\\.tsx?$' },
    },
    {
      name: 'no-cycles',
      comment: 'Files that import each other in a loop cannot be understood one by one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nobody imports and that is no entry has nothing to do.',
      severity: 'error',
      from: {
        orphan: true,
        path: at('(packages|services)/'),
        pathNot: [test, at('services/[^/]+/src/main\\.ts$'), '\\.d\\.ts$', '/vitest\\.'],
      },
      to: {},
    },
    {
      name: 'no-undeclared-dependencies',
      comment: "What is imported stands in the package's own package.json.",
      severity: 'error',
      from: { path: at('(packages|services)/') },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'] },
    },
  ];
};
