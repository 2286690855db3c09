import { parentPort, workerData } from 'node:worker_threads';
import { validatePassword } from './password-strength.js';

const answer = (input: Parameters<typeof validatePassword>): void =>
  parentPort?.postMessage(validatePassword(...input));

answer(workerData as Parameters<typeof validatePassword>);
parentPort?.on('message', answer);
