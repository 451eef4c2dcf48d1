import { parentPort, workerData } from 'node:worker_threads';

/** Answers every text in upper case. */
parentPort?.on('message', (text: string) => parentPort?.postMessage(`${text.toUpperCase()}${workerData.mark}`));
