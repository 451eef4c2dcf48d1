import authentication from '@feathersjs/authentication-client';
import { feathers } from '@feathersjs/feathers';
import socketio from '@feathersjs/socketio-client';
import { io, type ManagerOptions, type SocketOptions } from 'socket.io-client';
import { realTimePath } from '../realtime/serve-real-time.ts';

/** Opens the official Feathers client, set up like an existing program. */
export function openFeathersClient(url: string, options: Partial<ManagerOptions & SocketOptions> = {}) {
  const socket = io(url, { path: realTimePath, forceNew: true, reconnection: false, ...options });
  const app = feathers();
  app.configure(socketio(socket, { timeout: 30_000 }));
  app.configure(authentication({}));
  return {
    app,
    socket,
    service: (name: string) => app.service(name),
    /** Records all events of the service from now on, as `[event, document]`. */
    watch(name: string) {
      const heard: [string, Record<string, unknown>][] = [];
      for (const event of ['created', 'patched', 'removed']) {
        app.service(name).on(event, (document: Record<string, unknown>) => heard.push([event, document]));
      }
      return heard;
    },
    disconnected: new Promise<string>((resolve) => socket.on('disconnect', resolve)),
    close: () => socket.close(),
  };
}
export type FeathersClient = ReturnType<typeof openFeathersClient>;
