import { flagEntry, flagNames, flagSections } from '@cellwright/domain/cell';

export function renderFeatureFlags(): string {
  const parts = flagSections.flatMap((section) => {
    const names = flagNames.filter((name) => flagEntry(name).section === section);
    const rows = names.map((name) => {
      const { title, description = '', category, allowSingleUser } = flagEntry(name);
      return `| \`${name}\` | ${title} | ${description} | ${category} | ${allowSingleUser ? 'yes' : 'no'} |`;
    });
    return rows.length === 0
      ? []
      : [
          `## ${section}\n\n| Flag | Title | What it switches | Category | For one browser |\n|---|---|---|---|---|\n${rows.join('\n')}\n`,
        ];
  });
  return `# Feature flags

Generated from \`packages/domain/src/cell/feature-flags.ts\`. All are off by default. They are read at \`/api/v1/cell/feature-flags/1\` by every
signed-in user and changed there by a user with the control-panel PIN, never by a developer token: \`PATCH { "palletizing": true }\`. The screens of the control panel do
that. A flag "for one browser" may have another value in a browser, which keeps it itself and which wins there. A screen asks
\`useFlag(name)\` (\`web/src/api/use-flags.ts\`), and says no more about where the value comes from.

Some flags gate content of routines (\`packages/steps/src/framework/flag-gates.ts\`): without the flag for the whole cell, a routine with such
content is stored, but neither loaded nor played.

${parts.join('\n')}`;
}
