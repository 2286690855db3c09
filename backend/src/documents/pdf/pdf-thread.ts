import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type DocumentContent, drawDocument } from './draw-document.js';

// Gives requests precedence on a busy processor. Only on Linux can a single thread's priority be lowered.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

async function answer(document: DocumentContent): Promise<void> {
  const drawn = await drawDocument(document);
  parentPort?.postMessage(drawn, [drawn.bytes.buffer]);
}

await answer(workerData as DocumentContent);
parentPort?.on('message', (document: DocumentContent) => void answer(document));
