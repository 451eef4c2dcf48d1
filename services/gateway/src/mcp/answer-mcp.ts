import { ProductError } from '@cellwright/domain/basics';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import type { Identity } from '../domain/identity.ts';
import { authorOfIdentity } from '../rpc/call-author.ts';
import { type MakeCallDeps, makeCall } from '../rpc/make-call.ts';
import { describeTool, findTools, readArguments } from './tools.ts';

const instructions =
  'Reads and checks one robot cell. No tool moves the robot or changes the cell. Dry runs take up to two minutes, one at a time. ' +
  'A changed routine can be proposed; a person reviews it and accepts or rejects it.';

export interface McpRequest {
  readonly identity: Identity;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

/** Handles one request, without a session. */
export async function answerMcp(deps: MakeCallDeps, { headers, body, ...asked }: McpRequest): Promise<Response> {
  const server = new Server({ name: 'cellwright', version: '1' }, { capabilities: { tools: {} }, instructions });
  const tools = findTools(asked.identity);
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: tools.map(describeTool) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool)
      throw new McpError(
        ErrorCode.InvalidParams,
        `The tool '${params.name}' does not exist or is not available to you`,
      );
    return resultOf(async () => {
      const author = authorOfIdentity(asked.identity);
      const wanted = {
        ...readArguments(tool, params.arguments ?? {}),
        author,
        signal: asked.signal,
      };
      return (await makeCall(tool, deps, wanted)).outputJson.toString('utf8');
    });
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    // Only its headers are used: the body is already parsed.
    const request = new Request('http://cell/mcp', { method: 'POST', headers: { ...headers } });
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}

/** A refusal is a result, so that the model can read it and try something else. */
async function resultOf(work: () => Promise<string>): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: await work() }] };
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    const { code, message, details } = error;
    return { content: [{ type: 'text', text: JSON.stringify({ error: code, message, details }) }], isError: true };
  }
}
