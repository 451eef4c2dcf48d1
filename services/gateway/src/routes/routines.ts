import { routineFileSchema } from '@cellwright/calls';
import type { FastifyInstance } from 'fastify';
import { keepBodiesAsBytes } from '../http/documents.ts';
import { checkAllButBody } from '../http/versions.ts';
import type { Clients } from '../rpc/clients.ts';
import { addPalletRoutes } from './pallets.ts';
import { addProofRoutes, addTestRoutes } from './proofs.ts';

/** Dry runs and tests of routines, whose bodies stay bytes. */
export async function routineRoutes(instance: FastifyInstance, { runner }: Pick<Clients, 'runner'>): Promise<void> {
  keepBodiesAsBytes(instance);
  instance.setValidatorCompiler(checkAllButBody);
  addProofRoutes(instance, runner, routineFileSchema);
  addTestRoutes(instance, runner, routineFileSchema);
  addPalletRoutes(instance, runner);
}
