import { fileURLToPath } from 'node:url';

/** Folder of the built web app, relative to the built cell; WEB_FOLDER replaces it. */
export const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url));
