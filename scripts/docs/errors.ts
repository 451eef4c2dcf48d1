import { errorTable } from '@cellwright/domain/basics';

export function renderErrors(): string {
  const rows = Object.entries(errorTable).map(
    ([code, { http, grpc, sdk }]) => `| \`${code}\` | ${http} | ${grpc} | ${sdk ? 'yes' : 'no'} |`,
  );
  return `# Error codes

Generated from \`packages/domain/src/basics/errors.ts\`. Every HTTP error is \`{ "error": code, "message": text, "details"?: … }\`; on the
runner socket it is the field \`error\` of a response. Paths for the SDK send only the codes marked in the column SDK;
a few of them send another status, which existing clients expect: [robot programs](robot-api.md) name it.

| Code | HTTP | gRPC | SDK |
|---|---|---|---|
${rows.join('\n')}
`;
}
