import { errorTable } from '@cellwright/domain/basics';

export function renderErrors(): string {
  const rows = Object.entries(errorTable).map(
    ([code, { http, grpc, sdk }]) => `| \`${code}\` | ${http} | ${grpc} | ${sdk ? 'yes' : 'no'} |`,
  );
  return `# Error codes

Generated from \`packages/domain/src/basics/errors.ts\`. Every error over HTTP is \`{ "error": code, "message": text, "details"?: … }\`; on the
runner socket it is \`error\` of a response. SDK-facing paths send only the codes marked so.

| Code | HTTP | gRPC | SDK |
|---|---|---|---|
${rows.join('\n')}
`;
}
