import { parentPort, workerData } from 'node:worker_threads';

/** Answers every text in capitals. */
parentPort?.on('message', (text: string) => parentPort?.postMessage(`${text.toUpperCase()}${workerData.mark}`));
