import { fileURLToPath } from 'node:url';

/** The built web app, seen from the built cell; WEB_FOLDER names another. */
export const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url));
/** The example routines, seen from the built cell; EXAMPLES_FOLDER names others. */
export const examplesFolder = fileURLToPath(new URL('../../../examples/routines', import.meta.url));
