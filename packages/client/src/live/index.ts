/** Stored things as they change: apart from the rest, for a program that needs none of it loads no socket.io. */
export {
  connectLive,
  type LiveChange,
  type LiveClient,
  type LiveClientOptions,
  type LiveEvents,
  type LiveState,
} from './live-client.ts';
export { type LiveFind, type LiveFindOptions, watchFind } from './live-find.ts';
