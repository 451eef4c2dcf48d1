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
          `## ${section}\n\n| Flag | Title | Feature | Category | For one browser |\n|---|---|---|---|---|\n${rows.join('\n')}\n`,
        ];
  });
  return `# Feature flags

Generated from \`packages/domain/src/cell/feature-flags.ts\`. All flags are off by default. Every signed-in user can read them at \`/api/v1/cell/feature-flags/1\`.
A user with the control-panel PIN can change them there, on the screens of the control panel or with \`PATCH { "palletizing": true }\`. Developer tokens
cannot change them. A flag "for one browser" can have a different value in a browser, which stores it locally and overrides the value of the cell. A screen reads
a flag with \`useFlag(name)\` (\`web/src/api/use-flags.ts\`), regardless of the source of its value.

Some flags gate content of routines (\`packages/steps/src/framework/flag-gates.ts\`): unless the flag is on for the whole cell, a routine with such
content can be stored, but not loaded or played.

${parts.join('\n')}`;
}
