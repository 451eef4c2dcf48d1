import { fileURLToPath } from 'node:url';

/** The built web app, seen from the built cell; whoever sets WEB_FOLDER has another. */
export const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url));
