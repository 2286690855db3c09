import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type DocumentContent, drawDocument } from './draw-document.js';
import { drawReport, type ReportContent } from './draw-report.js';

// Gives requests precedence on a busy processor. Only on Linux can a single thread's priority be lowered.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

async function answer(content: DocumentContent | ReportContent): Promise<void> {
  const drawn = await ('report' in content ? drawReport(content) : drawDocument(content));
  parentPort?.postMessage(drawn, [drawn.bytes.buffer]);
}

await answer(workerData as DocumentContent | ReportContent);
parentPort?.on('message', (content: DocumentContent | ReportContent) => void answer(content));
