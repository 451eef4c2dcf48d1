import * as z from 'zod';
import { type Api, callOf } from '../room.ts';
import { answerQuery } from './answer-query.ts';
import { readQuery } from './read-query.ts';
import { type ResolverParts, resolversOf } from './resolvers.ts';

const requestSchema = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).default({}),
  operationName: z.string().max(200).optional(),
});
const answerSchema = z.object({
  data: z.record(z.string(), z.unknown()),
  errors: z.array(z.object({ message: z.string(), path: z.array(z.string()) })).optional(),
});

/** Registers `/api-srv/graphql`: board notes and bug reports. */
export function addGraphQL(api: Api, parts: ResolverParts): void {
  api.post(
    '/api-srv/graphql',
    {
      schema: {
        tags: ['Robot API: notes'],
        summary: 'Board notes and bug reports, by GraphQL',
        description:
          'Queries: LoadBoardNotes(boardSerialNumber, limit, offset). Mutations: CreateBoardNote(boardId, content, visibility, category), DeleteBoardNote(id), reportBug(input). Depth and fields are limited. Introspection is disabled.',
        body: requestSchema,
        response: { 200: answerSchema },
      },
    },
    async (request) => {
      const { query, variables, operationName } = request.body;
      return answerQuery(readQuery(query, variables, operationName), resolversOf(parts, callOf(request)));
    },
  );
}
